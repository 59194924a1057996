import type { ApiContract, Operation } from '@understudy/contract';
import { stringifyJson } from '@understudy/contract';
import { createValueGenerator } from '@understudy/described';
import { checkResponse, type InternalError } from '../check-response.js';
import { RequestGenerator } from '../generate-request.js';
import { SeededRandom } from '../seeded-random.js';
import { type ReceivedResponse, sendWritten } from '../send-request.js';
import {
  chooseStatus,
  containsExample,
  type DescribedPart,
  hasValueAt,
  listDescribedParts,
} from './described-parts.js';
import { type ValidRequest, ValidRequests } from './valid-requests.js';

/** A part of a description that the server does not serve as described. */
export interface FidelityFinding {
  readonly operationId: string;
  /** The part: a JSON Pointer into the description, or the part that a request uses. */
  readonly place: string;
  readonly message: string;
}

/** How faithfully a server serves a description. */
export interface FidelityReport {
  readonly operations: number;
  /** Operations without a check: no valid request could be generated, or the time ran out. */
  readonly unchecked: readonly string[];
  readonly requests: number;
  /** Valid requests that the server rejected. */
  readonly refused: readonly FidelityFinding[];
  /** Responses with a status of 500 or more, and defects. */
  readonly failed: readonly FidelityFinding[];
  /** Responses that the description does not allow. */
  readonly violations: readonly FidelityFinding[];
  /** Examples that violate their own schema, so that no valid response can contain them. */
  readonly contradictions: readonly FidelityFinding[];
  /** Described statuses, examples, headers and enum examples, without contradictions. */
  readonly parts: number;
  /** Described parts that no request can trigger. */
  readonly unreachable: readonly FidelityFinding[];
}

export interface FidelityOptions {
  /** Sends a request. The server accepts any credentials and ids. */
  fetch(address: string, init?: RequestInit): Promise<Response>;
  readonly url: string;
  /** The description as its author wrote it, against which responses are checked. Default: the served description. */
  readonly written?: ApiContract | undefined;
  /** The same seed generates the same requests. */
  readonly seed?: string;
  /** True once the time limit has passed, after which operations remain unchecked. */
  isLate?(): boolean;
  /** Returns the server's own defects since the last call. */
  newDefects?(): readonly InternalError[];
  onProgress?(done: number, operations: number): void;
}

/** Statuses that depend on state and do not mean that a valid request was rejected: conflicts, and missing records. */
const ofState = new Set([401, 403, 404, 409, 410, 412, 429]);

/**
 * Sends valid requests to every operation, and requests every described status and example. Lists valid requests that
 * the server rejects, and described parts that no request can trigger.
 */
export async function checkFidelity(contract: ApiContract, options: FidelityOptions): Promise<FidelityReport> {
  const checks = new FidelityChecks(contract, options);
  const operations = [...contract.operations.values()].filter(({ method }) => method !== 'TRACE');
  const meaningful = await createValueGenerator();
  for (const [done, operation] of operations.entries()) {
    options.onProgress?.(done, operations.length);
    if (options.isLate?.() === true) checks.unchecked.push(operation.operationId);
    else {
      const chance = new SeededRandom(`${options.seed ?? '1'} ${operation.operationId}`);
      const values = { familiar: { values: {} }, credentials: [{}], meaningful };
      const generator = new RequestGenerator(contract.document, operation, values, chance);
      await checks.check(operation, new ValidRequests(contract, operation, generator));
    }
  }
  const { unchecked, requests, refused, failed, violations, contradictions, parts, unreachable } = checks;
  return {
    ...{ operations: operations.length, unchecked, requests, refused, failed, violations },
    ...{ contradictions, parts, unreachable },
  };
}

class FidelityChecks {
  readonly unchecked: string[] = [];
  readonly refused: FidelityFinding[] = [];
  readonly failed: FidelityFinding[] = [];
  readonly violations: FidelityFinding[] = [];
  readonly contradictions: FidelityFinding[] = [];
  readonly unreachable: FidelityFinding[] = [];
  requests = 0;
  parts = 0;
  readonly #seen = new Set<string>();

  constructor(
    private readonly contract: ApiContract,
    private readonly options: FidelityOptions,
  ) {}

  async check(operation: Operation, valid: ValidRequests): Promise<void> {
    const least = valid.least();
    // A token request always has the format of OAuth 2, regardless of the description.
    if (least === undefined || operation.extensions['x-understudy-token'] !== undefined) {
      this.unchecked.push(operation.operationId);
      return;
    }
    const bodies: unknown[] = [];
    const first = await this.#send(operation, least);
    if (first !== undefined) bodies.push(first.body);
    const isRefused = first !== undefined && this.#note(operation, least, first);
    for (const request of isRefused ? [] : valid.all()) {
      const answer = await this.#send(operation, request);
      if (answer === undefined) continue;
      if (answer.status < 300) bodies.push(answer.body);
      if (request.place !== 'all parameters') this.#note(operation, request, answer);
      else if (isRefusal(answer)) await this.#findRefused(operation, valid, { request, answer });
    }
    await this.#checkParts(operation, least, bodies);
  }

  /** Tries each parameter, to find the one that is rejected. */
  async #findRefused(
    operation: Operation,
    valid: ValidRequests,
    all: { readonly request: ValidRequest; readonly answer: ReceivedResponse },
  ): Promise<void> {
    const before = this.refused.length;
    for (const request of valid.each()) {
      const answer = await this.#send(operation, request);
      if (answer !== undefined) this.#note(operation, request, answer);
    }
    if (this.refused.length === before) this.#note(operation, all.request, all.answer);
  }

  async #checkParts(operation: Operation, least: ValidRequest, bodies: readonly unknown[]): Promise<void> {
    const all = listDescribedParts(this.contract, operation);
    const parts = all.filter(({ contradiction }) => contradiction === undefined);
    for (const { pointer, contradiction: message } of all)
      if (message !== undefined)
        this.contradictions.push({ operationId: operation.operationId, place: pointer, message });
    this.parts += parts.length;
    const described = Object.keys(operation.responseExamples);
    const answers = new Map<string, ReceivedResponse | undefined>();
    for (const part of parts) {
      const code = chooseStatus(part.status, described);
      const example = part.example === undefined ? '' : `, example="${part.example.replace(/["\\]/g, '\\$&')}"`;
      const prefer = `code=${code}${example}`;
      if (!answers.has(prefer)) {
        const headers = { ...least.headers, prefer };
        answers.set(prefer, await this.#send(operation, { ...least, place: `Prefer: ${prefer}`, headers }));
      }
      const answer = answers.get(prefer);
      const reason = reasonOf(part, { code, prefer, answer, bodies });
      if (reason !== undefined)
        this.unreachable.push({ operationId: operation.operationId, place: part.pointer, message: reason });
    }
  }

  /** @returns whether the request was rejected */
  #note(operation: Operation, { place }: ValidRequest, answer: ReceivedResponse): boolean {
    if (!isRefusal(answer)) return false;
    const message = `${answer.status}: ${textOf(answer)}`;
    this.refused.push({ operationId: operation.operationId, place, message });
    return true;
  }

  /** Sends a request and checks the response. */
  async #send(operation: Operation, request: ValidRequest): Promise<ReceivedResponse | undefined> {
    const { operationId } = operation;
    this.requests += 1;
    const add = (findings: FidelityFinding[], message: string) => {
      const key = `${operationId} ${message}`;
      if (!this.#seen.has(key)) findings.push({ operationId, place: request.place, message });
      this.#seen.add(key);
    };
    let answer: ReceivedResponse;
    try {
      answer = await sendWritten(this.options, operation.method, request);
    } catch (error) {
      add(this.failed, error instanceof Error ? error.message : String(error));
      return undefined;
    }
    const isPreferred = request.headers['prefer'] !== undefined;
    const defects = this.options.newDefects?.() ?? [];
    for (const { what, error } of defects)
      add(this.failed, `a defect: ${what}: ${error instanceof Error ? error.message : error}`);
    if (answer.status >= 500 && !isPreferred) add(this.failed, `${answer.status}: ${textOf(answer)}`);
    const path = request.target.split('?', 1)[0] ?? '';
    const { contract, judged } = this.#judge(operation);
    const wrong = isRefusal(answer)
      ? []
      : checkResponse(contract, judged, { isRefused: false, path, answer }).filter(
          (message) => !message.endsWith('was answered') && !isUndescribedStatus(judged, answer),
        );
    for (const message of wrong) add(this.violations, message);
    return answer;
  }

  /** Returns the operation as its author wrote it, unless it is served at another path. */
  #judge(operation: Operation): { readonly contract: ApiContract; readonly judged: Operation } {
    const { written } = this.options;
    const own = written?.operations.get(operation.operationId);
    const isSame = own?.path === operation.path && own.method === operation.method;
    if (written === undefined || own === undefined || !isSame) return { contract: this.contract, judged: operation };
    return { contract: written, judged: own };
  }
}

function isRefusal({ status, headers }: ReceivedResponse): boolean {
  if (headers['understudy-request-fault'] !== undefined && status >= 400) return true;
  return status >= 400 && status < 500 && !ofState.has(status);
}

/** A missing entity gets a 404 even if the operation does not describe it. */
function isUndescribedStatus({ statuses }: Operation, { status }: ReceivedResponse): boolean {
  return status >= 400 && !statuses.some((each) => each === String(status) || each === `${String(status)[0]}XX`);
}

interface Asked {
  readonly code: string;
  readonly prefer: string;
  readonly answer: ReceivedResponse | undefined;
  readonly bodies: readonly unknown[];
}

/** Returns why no request triggered a part. Undefined if one did. */
function reasonOf(part: DescribedPart, { code, prefer, answer, bodies }: Asked): string | undefined {
  if (answer === undefined) return `Prefer: ${prefer} got no response`;
  if (String(answer.status) !== code) return `Prefer: ${prefer} got ${answer.status}: ${textOf(answer)}`;
  const { header, path, value } = part;
  if (header !== undefined) return answer.headers[header] === undefined ? `${code} has no header ${header}` : undefined;
  if (path !== undefined) {
    const isThere = [answer.body, ...bodies].some((body) => hasValueAt(body, path, value));
    return isThere ? undefined : `no response has ${stringifyJson(value)} at ${path.join('.')}`;
  }
  if (part.kind === 'status' || containsExample(answer.body, value)) return undefined;
  return `Prefer: ${prefer} got ${textOf(answer)}, which does not contain the example`;
}

function textOf({ headers, body }: ReceivedResponse): string {
  const text = headers['understudy-request-findings'] ?? (typeof body === 'string' ? body : stringifyJson(body));
  return (text ?? '').slice(0, 200);
}
