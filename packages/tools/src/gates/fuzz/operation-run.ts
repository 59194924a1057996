import { isDeepStrictEqual } from 'node:util';
import type { ApiContract, Operation } from '@understudy/contract';
import {
  checkResponse,
  type GeneratedRequest,
  guessSchema,
  type InternalError,
  type MutatedValue,
  mutateRequest,
  mutateValue,
  type ReceivedResponse,
  RequestGenerator,
  type RequestValues,
  refusalOf,
  SeededRandom,
  sendRequest,
} from '@understudy/fuzzing';
import type { RunningSimulators } from 'api-understudy';
import { membersOf } from '../../members-of.ts';
import type { Failure } from './describe-failures.ts';
import { rejectingAll } from './known-values.ts';
import { differenceOf, type OpenContext, openContext, type State, settle, stateOf } from './operation-context.ts';
import type { Service } from './service.ts';

/** A response, with its path relative to the sandbox. */
type Served = ReceivedResponse & { readonly path: string };

/**
 * Requests per operation: valid ones, mutations of some of them (`sources`), and the minimum in total. At regular
 * intervals a valid request is compared with the state before and after. Rejected ones are sent again together.
 */
const usual = { valid: 50, mutated: 200, least: 50, sources: 4 };

/** Attempts to generate a request that satisfies the contract, before any other is used. */
const draws = 20;

/** The requests to one operation, in a separate environment. */
export class OperationRun {
  readonly failures: Failure[] = [];
  readonly counts: {
    readonly api: string;
    readonly operation: string;
    valid: number;
    mutated: number;
    accepted: number;
    refused: number;
  };
  readonly paces: { valid: number; mutated: number; least: number; sources: number; looks: number };
  readonly chance: SeededRandom;
  readonly #refusals = new WeakMap<GeneratedRequest, { readonly refusal: string | undefined }>();
  #defectsSeen: number;
  #context: OpenContext | undefined;

  /** @param service whose environment the operation runs in */
  constructor(
    readonly simulators: RunningSimulators,
    readonly contract: ApiContract,
    readonly operation: Operation,
    readonly service: Service,
    { seed, times }: { seed: string; times: string },
  ) {
    this.paces = { ...usual, looks: operation.method === 'GET' ? 5 : 4, ...service.pacesOf?.(operation) };
    this.paces.valid = Math.ceil(this.paces.valid * Number(times));
    this.paces.mutated = Math.ceil(this.paces.mutated * Number(times));
    this.#defectsSeen = simulators.defects.length;
    this.chance = new SeededRandom(`${seed} ${operation.api} ${operation.operationId}`);
    const { api, operationId } = operation;
    this.counts = { api, operation: operationId, valid: 0, mutated: 0, accepted: 0, refused: 0 };
  }

  get context(): OpenContext {
    if (this.#context === undefined) throw new Error('The context is not open yet.');
    return this.#context;
  }

  async all(document: unknown, known: Record<string, unknown>): Promise<void> {
    const { simulators, operation, service, chance, paces } = this;
    this.#context = await openContext(simulators, operation, service, known, (whole) => mutantsOf(whole, chance));
    const generator = new RequestGenerator(document, operation, this.context, chance);
    const valid = Array.from({ length: paces.valid }, () => this.drawValid(generator));
    const refused: GeneratedRequest[] = [];
    for (const [index, request] of valid.entries()) {
      if (index % paces.looks === 0) await this.sendValid(request, true);
      else if (await this.sendValid(request, false)) refused.push(request);
    }
    if (this.counts.accepted === 0 && !rejectingAll.includes(operation.operationId))
      this.fail({ what: 'all' }, undefined, ['no generated request was accepted']);
    await settle(this.context.control);
    const mutated = chance
      .sample(valid, paces.sources)
      .flatMap((request) => [...mutateRequest(request, operation, generator.parameters, this.context.strangers)]);
    const quick = mutated.filter(
      (request) => hasRequiredValues(request, this.context.familiar.always) || this.refusalOf(request) !== undefined,
    );
    await this.sendMutated(chance.sample(quick, paces.mutated), refused);
    for (let extra = this.counts.valid + this.counts.mutated; extra < paces.least; extra++) {
      await this.sendValid(this.drawValid(generator), true);
    }
    const [first] = valid;
    if (operation.api !== 'control' && first !== undefined) await this.sendPreferences(first);
    await settle(this.context.control);
    if (operation.method !== 'GET') await this.readBack();
    // Accepted requests have consequences later.
    if (service.afterwards !== undefined) await this.context.control.advance(service.afterwards);
    await this.context.close();
    this.failOnDefects('afterwards');
  }

  /** Fails for defects without a response: of continued work or of state checks. */
  failOnDefects(what: string): void {
    for (const { what: where, error } of this.newDefects()) {
      this.fail({ what }, undefined, [`a defect: ${where}: ${error instanceof Error ? error.message : error}`]);
    }
  }

  /** Defects since the last call. */
  newDefects(): readonly InternalError[] {
    const defects = this.simulators.defects.slice(this.#defectsSeen);
    this.#defectsSeen += defects.length;
    return defects;
  }

  drawValid(generator: RequestGenerator): GeneratedRequest {
    let request = generator.generate();
    for (let draw = 1; draw < draws && this.refusalOf(request) !== undefined; draw++) request = generator.generate();
    return request;
  }

  /**
   * Sends a valid request. If it is rejected all the same, it must not change anything.
   *
   * @returns whether it was rejected
   */
  async sendValid(request: GeneratedRequest, compare: boolean): Promise<boolean> {
    this.counts.valid++;
    const before = compare ? await this.state() : {};
    const answer = await this.send(request);
    if (answer === undefined) return false;
    const isRefused = this.isRefused(answer);
    this.counts[isRefused ? 'refused' : 'accepted']++;
    if (isRefused && compare) await this.expectState(before, request);
    return isRefused;
  }

  isRefused({ status, body }: ReceivedResponse): boolean {
    return (status >= 400 && status < 500) || this.service.isRejection?.(this.operation, body) === true;
  }

  /**
   * Sends the requests that violate the contract, comparing the state before and after. Then the others, and the
   * rejected ones of those again.
   *
   * @param earlier valid requests that were rejected. Sent again with the first group
   */
  async sendMutated(requests: readonly GeneratedRequest[], earlier: readonly GeneratedRequest[]): Promise<void> {
    const refused = requests.filter((request) => this.refusalOf(request) !== undefined);
    await this.sendRefused([...earlier, ...refused]);
    const refusedToo: GeneratedRequest[] = [];
    for (const request of requests) {
      if (refused.includes(request)) continue;
      const answer = await this.send(request);
      if (answer !== undefined && this.isRefused(answer)) refusedToo.push(request);
    }
    await this.sendRefused(refusedToo);
    this.counts.mutated += requests.length;
    this.counts.refused += refused.length + refusedToo.length;
  }

  /** Sends requests that must be rejected. The state must not change. */
  async sendRefused(requests: readonly GeneratedRequest[]): Promise<void> {
    if (requests.length === 0) return;
    const before = await this.state();
    let accepted = false;
    for (const request of requests) {
      const answer = await this.send(request);
      // A request that was rejected before may be accepted now and may then change the state.
      if (answer !== undefined && !this.isRefused(answer)) accepted = true;
    }
    const after = await this.state();
    if (!isDeepStrictEqual(before, after)) await this.findCulprit(requests, accepted, before, after);
  }

  /**
   * Sends the requests again one by one to find out which of them changed the state.
   *
   * @param accepted whether an accepted request can be the cause
   */
  async findCulprit(requests: readonly GeneratedRequest[], accepted: boolean, before: State, after: State) {
    let mayChange = accepted;
    const earlier = this.failures.length;
    for (const request of requests) {
      const state = await this.state();
      const answer = await this.send(request);
      if (answer === undefined || this.isRefused(answer)) await this.expectState(state, request);
      else mayChange = true;
      if (this.failures.length > earlier) return;
    }
    if (mayChange) return;
    this.fail({ what: 'all that were refused' }, undefined, [`together they changed ${differenceOf(before, after)}`]);
  }

  /** Checks that the lists of the API still match their description. */
  async readBack(): Promise<void> {
    const { contract, context, operation } = this;
    if (this.service.readsBack !== true || operation.api !== this.service.name) return;
    for (const reader of contract.operations.values()) {
      const { method, path, parameters } = reader;
      if (method !== 'GET' || path.includes('{') || parameters.some(({ required }) => required)) continue;
      const [credentials = {}] = reader.security.length === 0 ? [] : await context.credentialsFor(reader);
      const what = `${reader.operationId} after ${operation.operationId}`;
      const headers = { ...credentials };
      const request: GeneratedRequest = { what, path: {}, query: [], headers, credentials, body: undefined };
      const answer = await this.sendUnjudged(request, reader);
      const { path: at } = answer;
      const wrong = checkResponse(contract, reader, { isRefused: false, path: at, answer, defects: this.newDefects() });
      if (this.isRefused(answer)) wrong.push(`${answer.status} was answered`);
      if (wrong.length > 0) this.fail(request, answer, wrong);
    }
  }

  /** `Prefer` gets any documented error, whatever the request. */
  async sendPreferences(request: GeneratedRequest): Promise<void> {
    for (const status of this.operation.statuses.filter((status) => Number(status) >= 400)) {
      const prefer = `code=${status}`;
      const asking = { ...request, what: `Prefer: ${prefer}`, headers: { ...request.headers, prefer } };
      const answer = await this.sendUnjudged(asking);
      const wrong = checkResponse(this.contract, this.operation, { isRefused: false, path: answer.path, answer });
      const others = wrong.filter((message) => message !== `${status} was answered`);
      if (String(answer.status) !== status) others.push(`${answer.status} was answered instead`);
      if (others.length > 0) this.fail(asking, answer, others);
    }
  }

  async send(request: GeneratedRequest): Promise<Served | undefined> {
    try {
      const answer = await this.sendUnjudged(request);
      const facts = { refusal: this.refusalOf(request), isRefused: this.isRefused(answer), defects: this.newDefects() };
      const wrong = checkResponse(this.contract, this.operation, { ...facts, path: answer.path, answer });
      if (wrong.length > 0) this.fail(request, answer, wrong);
      return answer;
    } catch (error) {
      this.fail(request, undefined, [error instanceof Error ? error.message : String(error)]);
      return undefined;
    }
  }

  async sendUnjudged(request: GeneratedRequest, operation = this.operation): Promise<Served> {
    const answer = await sendRequest(this.simulators, this.context.url, operation, request);
    return { ...answer, path: answer.address.pathname.slice(new URL(this.context.url).pathname.length) };
  }

  refusalOf(request: GeneratedRequest): string | undefined {
    const known = this.#refusals.get(request);
    if (known !== undefined) return known.refusal;
    const refusal = refusalOf(this.contract, this.operation, request);
    this.#refusals.set(request, { refusal });
    return refusal;
  }

  async state(): Promise<State> {
    this.failOnDefects('between requests');
    const state = await stateOf(this.simulators, this.context.control);
    this.failOnDefects('reading the state');
    return state;
  }

  async expectState(before: State, request: GeneratedRequest): Promise<void> {
    const after = await this.state();
    if (isDeepStrictEqual(before, after)) return;
    this.fail(request, undefined, [`it was rejected, but changed ${differenceOf(before, after)}`]);
  }

  fail(request: Failure['request'], answer: ReceivedResponse | undefined, wrong: readonly string[]): void {
    this.failures.push({ operation: this.operation, request, answer, wrong });
  }
}

/** Returns whether a request still has all values that the operation always needs. */
function hasRequiredValues(
  request: GeneratedRequest,
  { query = {}, body = {} }: RequestValues['always'] & object = {},
) {
  const sent = Object.fromEntries(request.query);
  const value = membersOf(request.value);
  return (
    Object.entries(query).every(([name, wanted]) => sent[name] === wanted) &&
    Object.entries(body).every(([name, wanted]) => value[name] === wanted)
  );
}

/** Damaged copies of a snapshot, to be put and restored. */
function mutantsOf(whole: unknown, chance: SeededRandom): MutatedValue[] {
  const { properties = {} } = guessSchema(whole);
  const schema = { type: 'object', additionalProperties: guessSchema(whole), properties };
  return chance.sample([...mutateValue(schema, whole)], 60);
}
