import { isObject, membersOf, type Operation } from '@understudy/contract';
import { encodePlanned, PlanClient, type PlannedRequest, type PlannedValues } from '@understudy/described';
import { sleepRealTime } from '@understudy/kernel/serving';
import { getMember, type OperationPlan, type Resource } from '@understudy/model';
import { acceptedInvalid } from '../check-response.js';
import type { GeneratedRequest } from '../generated-request.js';
import { type FuzzOptions, judgeRequest, resolveUrl } from '../judge-request.js';
import { sendRequest } from '../send-request.js';
import type { KnownUser } from './known-user.js';
import { largestPage, listPages } from './list-pages.js';
import { parentsIn, type Shown, ShownRecords } from './shown-records.js';
import { type CreationWish, noteSent, type StateContext } from './state-context.js';
import {
  type Access,
  type CreatedEntity,
  credentialPairs,
  ForbiddenOperation,
  OutOfTime,
  type StateStep,
  type Violation,
  WrongResponse,
} from './state-step.js';

/** Sends a sequence, and returns the first violation. */
export type StateProperty = (session: StateSession) => Promise<Violation | undefined>;

/** Number of ways to create an entity: with new parents, new parents under existing records, or existing parents. */
const mostWays = 6;
const mostConflicts = 4;
/** Milliseconds by which a server's lists can be outdated. */
const delayMs = 120;

/** Sends one sequence of requests and records its steps. */
export class StateSession {
  readonly steps: StateStep[] = [];
  /** The reason why the property could not be tried. */
  untried: string | undefined;
  /** The reason why the latest creation failed, if it did. */
  uncreated: string | undefined;
  readonly #client: PlanClient<StateStep>;
  #access: Access = 'own';
  #isConcurrent = false;
  #isNested = false;
  /** The way in which the parents of new entities were chosen, by the shape of their resource. */
  readonly #chosen = new Map<string, number>();
  #method: string | undefined;
  readonly #created: { readonly resource: Resource; readonly key: unknown }[] = [];
  /** The records that responses have contained. */
  readonly shown: ShownRecords;
  /** True if a read after a change must wait, because the server's lists can be outdated. */
  isPatient = false;
  /** The share of the available time after which the session sends no more requests. */
  latest = 1;
  /** The user who sends the requests. Undefined means the credentials of the run. */
  user: KnownUser | undefined;

  constructor(
    readonly context: StateContext,
    readonly resource: Resource,
  ) {
    this.#client = new PlanClient(context.plan, (request) => this.#send(request));
    this.shown = new ShownRecords(context.plan, context.survey);
  }

  /** Returns the operation with an effect on a resource, if the run is allowed to call it. */
  operation(does: OperationPlan['does'], resource = this.resource): OperationPlan | undefined {
    const found = this.#client.operation(resource, does);
    const isMeant = found !== undefined && (this.context.options.isMeant?.(found.operation) ?? true);
    return isMeant ? found : undefined;
  }

  async call(plan: OperationPlan, values: PlannedValues = {}, access: Access = 'own'): Promise<StateStep> {
    this.#access = access;
    try {
      return await this.#client.call(plan, values);
    } finally {
      this.#access = 'own';
    }
  }

  /** Records why the property cannot be tried. */
  cannot(why: string): undefined {
    this.untried = why;
  }

  /** Sends requests concurrently. */
  async together(...requests: readonly (() => Promise<StateStep>)[]): Promise<StateStep[]> {
    this.#isConcurrent = true;
    try {
      return await Promise.all(requests.map((send) => send()));
    } finally {
      this.#isConcurrent = false;
    }
  }

  /** Calls the path of an operation with an undescribed method. Undefined if the description has the method. */
  async callUndescribed(
    plan: OperationPlan,
    { method, ...values }: PlannedValues & { readonly method: string },
  ): Promise<StateStep | undefined> {
    const { path } = plan.operation;
    if (this.context.contract.match(method, path.replaceAll(/[{}]/g, '')).kind !== 'wrong-method') return undefined;
    this.#method = method;
    try {
      return await this.call(plan, values);
    } finally {
      this.#method = undefined;
    }
  }

  /** Deletes the entities that the sequence created, as far as the API allows. */
  async removeCreated(): Promise<void> {
    this.latest = Infinity;
    for (const { resource, key } of this.#created.splice(0).reverse()) {
      const remove = this.operation('delete', resource);
      if (remove !== undefined) await this.call(remove, { key }).catch(() => {});
    }
  }

  /** Creates an entity that differs from all earlier ones. Undefined if the API does not accept it immediately. */
  async create({ resource = this.resource, ...wish }: CreationWish = {}): Promise<CreatedEntity | undefined> {
    const { text, headers = {}, isBelow = false, complete = (_creates, drafted) => drafted } = wish;
    const creates = this.operation('create', resource);
    if (creates === undefined) return undefined;
    const known = this.context.ways.get(resource.shape);
    const order = Array.from({ length: mostWays }, (_way, index) => index).filter((way) => way !== known);
    let conflicts = 0;
    for (const way of [...(known === undefined ? [] : [known, known]), ...order]) {
      if (way > 0 && this.#chosen.get(resource.shape) !== way) await this.#chooseParents(creates, way, isBelow);
      this.#chosen.set(resource.shape, way);
      const body = complete(creates, this.draftBody(creates, way, text));
      const step = await this.call(creates, { body, headers });
      if (step.status < 300) {
        this.context.ways.set(resource.shape, way);
        this.uncreated = undefined;
        return step.status === 202 ? undefined : this.created(creates, step);
      }
      this.#chosen.delete(resource.shape);
      // An entity with the same values can already exist.
      conflicts += step.status === 409 ? 1 : step.status === 403 ? 2 : 0;
      if (conflicts > mostConflicts) break;
    }
    this.uncreated = `no creation of ${resource.name} was accepted`;
    return undefined;
  }

  created(creates: OperationPlan, step: StateStep): CreatedEntity | undefined {
    const body = step.planned.body?.value;
    const key = this.#client.keyIn(creates, step.body);
    if (key === undefined || key === null || creates.resource === undefined) return undefined;
    this.#created.push({ resource: creates.resource, key });
    return { creates, step, key, body, entity: membersOf(getMember(body, creates.sent.join('.'))) };
  }

  /** Returns the key of the entity that paths and references use. */
  used(resource: Resource): unknown {
    return this.#client.used(resource);
  }

  /** Makes further paths and references use this entity. */
  use(resource: Resource, key: unknown): void {
    this.#client.use(resource, key);
  }

  /** Drafts the body of a new entity. @param way how it refers to other records */
  draftBody(creates: OperationPlan, way: number, text?: string): unknown {
    return this.#withKnownKeys(creates, this.context.variants.body(creates, text), way);
  }

  /** Makes paths and references use existing records, or new ones under them. */
  async #chooseParents({ through, resource }: OperationPlan, way: number, isBelow = false): Promise<void> {
    const { references = [] } = this.context.plan.behavior.resources.get(resource?.name ?? '') ?? {};
    const named = [...this.context.plan.resources.values()].filter(
      (each) => each !== resource && references.some((reference) => reference.resource === each.name),
    );
    const parents = through.map((parent) => parent.resource);
    for (const each of isBelow ? named.filter((one) => !parents.includes(one)) : [...parents, ...named]) {
      const records = this.shown.known(each);
      const record = records[(way - 1) % Math.max(1, records.length)];
      if (record !== undefined) this.#client.use(each, getMember(record, each.key ?? ''));
      if (way !== 1 || this.#isNested) continue;
      this.#isNested = true;
      const created = await this.#createBelow(each);
      this.#isNested = false;
      if (created !== undefined) this.#client.use(each, created);
    }
  }

  /** Creates an entity whose own parents are existing records. */
  async #createBelow(resource: Resource): Promise<unknown> {
    const creates = this.operation('create', resource);
    if (creates === undefined) return undefined;
    await this.#chooseParents(creates, 2);
    const step = await this.call(creates, { body: this.draftBody(creates, 2) });
    return step.status < 300 ? this.created(creates, step)?.key : undefined;
  }

  /** Returns a body whose members refer to existing records, as far as their names determine which. */
  #withKnownKeys(creates: OperationPlan, body: unknown, way: number): unknown {
    const behavior = this.context.plan.behavior.resources.get(creates.resource?.name ?? '');
    const { references = [], unique = [] } = behavior ?? {};
    let whole = body;
    for (const [name, value] of Object.entries(membersOf(getMember(body, creates.sent.join('.'))))) {
      if (unique.some(({ members }) => members.length === 1 && members[0]?.join('.') === name)) continue;
      const isReference = references.some(
        ({ member, missing }) => member.names.join('.') === name && missing !== 'ignore',
      );
      if (typeof value === 'object' || (isReference && way === 0)) continue;
      const keys = this.shown.keysFor(name);
      const key = keys[way % Math.max(1, keys.length)];
      if (key !== undefined && typeof key === typeof value)
        whole = this.context.variants.with(creates, { value: whole, name, member: key }) ?? whole;
    }
    return whole;
  }

  /**
   * Reads all records of a resource, or those under the parent that paths use.
   *
   * @param isMore true to keep the records already known, because another user can see different ones
   * @returns whether all of them are known afterwards
   */
  async readAll(resource: Resource, isMore = false): Promise<boolean> {
    const list = this.operation('list', resource);
    const isBelow = list?.operation.parameters.some((each) => each.in === 'path') === true;
    if (list === undefined || (isBelow && list.through.some((each) => this.#client.used(each.resource) === undefined)))
      return false;
    if (!isBelow && !isMore) this.shown.clear(resource);
    let isWhole = false;
    for await (const { step, isLast } of listPages(this, list, largestPage(list)))
      if (isLast) {
        isWhole = true;
        const above = list.through.at(-1)?.resource;
        const isOfOne = isBelow && list.parents.length === 0;
        const parents = isOfOne ? `of ${String(above && this.used(above))}` : parentsIn(step.planned);
        this.shown.complete(resource, parents);
      }
    return isWhole;
  }

  /** Reads a record again. Undefined if the API has no operation for it. */
  async readOne(resource: Resource, key: unknown): Promise<{ step: StateStep; record: Shown } | undefined> {
    const read = this.operation('read', resource);
    if (read === undefined) return undefined;
    const step = await this.call(read, { key });
    const record = this.shownIn(step);
    return step.status < 300 && isObject(record) ? { step, record } : undefined;
  }

  /** Returns the entity or list in a response. */
  shownIn({ planned: { plan }, body }: StateStep): unknown {
    return getMember(body, plan.wrapped.join('.'));
  }

  isEntity(entity: unknown, key: unknown): boolean {
    return this.resource.key !== undefined && String(getMember(entity, this.resource.key)) === String(key);
  }

  /** Returns the headers and query parameters of the user who sends the requests. */
  credentialsFor(operation: Operation): ReturnType<NonNullable<FuzzOptions['credentials']>> | undefined {
    const { credentials, withToken } = this.context.options;
    return this.user === undefined ? credentials?.(operation) : withToken?.(operation, this.user.token);
  }

  async #send(planned: PlannedRequest): Promise<StateStep> {
    const { contract, options } = this.context;
    const { operation } = planned.plan;
    if (options.isMeant?.(operation) === false) throw new ForbiddenOperation(operation.operationId);
    if ((options.usedTime?.() ?? 0) >= this.latest) throw new OutOfTime();
    const [access, isConcurrent, method] = [this.#access, this.#isConcurrent, this.#method];
    const isAfterChange = this.steps.at(-1)?.planned.plan.operation.method !== 'GET';
    if (this.isPatient && isAfterChange && operation.method === 'GET') await sleepRealTime(delayMs);
    const given = access === 'other' ? options.otherCredentials?.(operation) : this.credentialsFor(operation);
    const { headers, body } = encodePlanned(planned);
    const request: GeneratedRequest = {
      what: 'sequence',
      path: Object.fromEntries(Object.entries(planned.path).map(([name, value]) => [name, String(value)])),
      query: [...Object.entries(planned.query), ...credentialPairs(access, given?.query)],
      headers: { ...headers, ...Object.fromEntries(credentialPairs(access, given?.headers)) },
      credentials: {},
      body: body === undefined ? undefined : new TextEncoder().encode(body),
    };
    const judged = method === undefined ? await judgeRequest(contract, options, { operation, request }) : undefined;
    const other = { path: operation.path, method: method ?? operation.method };
    const { answer, wrong } = judged ?? {
      answer: await sendRequest(options, resolveUrl(options, operation), other, request, options.timeoutMs),
      wrong: [],
    };
    const { status = 0, headers: received = {}, body: content } = answer ?? {};
    const facts = { status, headers: received, body: content, isConcurrent, method };
    const step: StateStep = { planned, request, access, ...facts };
    this.steps.push(step);
    this.shown.note(step);
    noteSent(this.context.sent, planned.body?.value);
    // Accepted invalid requests are ignored here, because generated requests find them.
    const judgedWrong = wrong.filter((each) => !each.includes(acceptedInvalid));
    if (judgedWrong.length > 0) throw new WrongResponse(step, judgedWrong);
    return step;
  }
}
