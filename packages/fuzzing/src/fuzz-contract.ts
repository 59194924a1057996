import type { ApiContract, Operation } from '@understudy/contract';
import { checkResponse, findRejectionReason, type InternalError } from './check-response.js';
import { RequestGenerator } from './generate-request.js';
import type { GeneratedRequest, HeaderValues } from './generated-request.js';
import { mutateRequest } from './mutate-request.js';
import { ObservedValues } from './observed-values.js';
import { SeededRandom } from './seeded-random.js';
import { fillPath, type ReceivedResponse, sendRequest } from './send-request.js';
import { shrinkRequest } from './shrink-request.js';

/** Credentials of a request. */
interface FuzzCredentials {
  readonly headers: Readonly<HeaderValues>;
  readonly query?: Readonly<Record<string, string>>;
}

export interface FuzzOptions {
  /** Sends a request to a server or in process. */
  fetch(address: string, init?: RequestInit): Promise<Response>;
  readonly url: string;
  /** The base URL of an operation, if it differs. */
  urlOf?(operation: Operation): string;
  /** Milliseconds for a response. Default 5000. */
  readonly timeoutMs?: number;
  /** Requests to each operation, half of them mutated. Default 20. */
  readonly requests?: number;
  /** The same seed generates the same requests. */
  readonly seed?: string;
  /** Headers and query parameters that let a request in. */
  credentials?(operation: Operation): FuzzCredentials;
  /** Whether an operation gets requests. */
  isMeant?(operation: Operation): boolean;
  /** Called before each operation. */
  onProgress?(done: number, operations: number): void;
  /** Defects that the server has seen of itself since this was last asked. */
  newDefects?(): readonly InternalError[];
}

/** An error with the number of requests that show it. */
export interface FuzzFinding {
  /** Operation, status and error of the requests. */
  readonly cause: string;
  readonly operationId: string;
  readonly wrong: readonly string[];
  /** Requests that have shown it. */
  readonly count: number;
  /** The smallest request that still shows it. */
  readonly curl: string;
  readonly status: number | undefined;
  readonly answer: unknown;
}

export interface FuzzReport {
  readonly seed: string;
  readonly operations: number;
  readonly requests: number;
  readonly accepted: number;
  readonly refused: number;
  readonly findings: readonly FuzzFinding[];
}

/** Creating operations first, removing ones last. */
const order = ['POST', 'PUT', 'GET', 'HEAD', 'PATCH', 'OPTIONS', 'TRACE', 'DELETE'];

/**
 * Sends generated valid and mutated requests to every operation and checks the responses: no 500, nothing
 * undocumented, and invalid requests are rejected.
 */
export async function fuzzContract(contract: ApiContract, options: FuzzOptions): Promise<FuzzReport> {
  const { seed = '1', requests = 20, isMeant = () => true, credentials } = options;
  const seen = new ObservedValues(contract);
  const found = new Map<string, FuzzFinding>();
  const totals = { requests: 0, accepted: 0, refused: 0 };
  const meant = [...contract.operations.values()].filter(isMeant);
  meant.sort((one, other) => order.indexOf(one.method) - order.indexOf(other.method));
  for (const [done, operation] of meant.entries()) {
    options.onProgress?.(done, meant.length);
    const chance = new SeededRandom(`${seed} ${operation.api} ${operation.operationId}`);
    const { headers = {}, query = {} } = credentials?.(operation) ?? {};
    const familiar = { ...seen.known(operation), always: { query } };
    const generator = new RequestGenerator(contract.document, operation, { familiar, credentials: [headers] }, chance);
    const good = Array.from({ length: Math.ceil(requests / 2) }, () => drawGood(contract, operation, generator));
    const [first] = good;
    const mutated =
      first === undefined
        ? []
        : chance.sample(
            [...mutateRequest(first, operation, generator.parameters, [])].filter((mutated) => isLetIn(first, mutated)),
            requests - good.length,
          );
    for (const request of [...good, ...mutated]) {
      const judged = await send(contract, operation, request, options);
      totals.requests += 1;
      const { answer, wrong } = judged;
      if (answer !== undefined) {
        totals[answer.status >= 400 ? 'refused' : 'accepted'] += 1;
        seen.note(operation, request, answer);
      }
      if (wrong.length === 0) continue;
      const cause = causeOf(operation, answer, wrong);
      const known = found.get(cause);
      if (known !== undefined) {
        found.set(cause, { ...known, count: known.count + 1 });
        continue;
      }
      const least = await shrinkRequest(request, async (smaller) => {
        const again = await send(contract, operation, smaller, options);
        return again.wrong.length > 0 && causeOf(operation, again.answer, again.wrong) === cause;
      });
      found.set(cause, {
        cause,
        operationId: operation.operationId,
        wrong,
        count: 1,
        curl: curlOf(urlOf(options, operation), operation, least),
        status: answer?.status,
        answer: answer?.body,
      });
    }
  }
  return { seed, operations: meant.length, ...totals, findings: [...found.values()] };
}

/**
 * Whether a mutated request can be sent with the credentials of the valid one. Only the server knows valid credentials.
 */
function isLetIn(good: GeneratedRequest, mutated: GeneratedRequest): boolean {
  if (Object.values(mutated.headers).some((value) => /[^\t\x20-\x7e\x80-\xff]/.test(value))) return false;
  return Object.keys(good.credentials).every((name) => good.headers[name] === mutated.headers[name]);
}

function drawGood(contract: ApiContract, operation: Operation, generator: RequestGenerator): GeneratedRequest {
  let request = generator.generate();
  for (let draw = 1; draw < 10 && refusalOf(contract, operation, request) !== undefined; draw += 1)
    request = generator.generate();
  return request;
}

function refusalOf(contract: ApiContract, operation: Operation, request: GeneratedRequest): string | undefined {
  const { pathname } = new URL(`http://host${fillPath(operation, request)}`);
  return findRejectionReason(
    contract,
    operation,
    request,
    pathname,
    operation.method === 'GET' ? undefined : request.body,
  );
}

async function send(
  contract: ApiContract,
  operation: Operation,
  request: GeneratedRequest,
  options: FuzzOptions,
): Promise<{ answer: ReceivedResponse | undefined; wrong: readonly string[] }> {
  try {
    const url = urlOf(options, operation);
    const answer = await sendRequest(options, url, operation, request, options.timeoutMs);
    const isRefused = answer.status >= 400 && answer.status < 500;
    const path = answer.address.pathname.slice(new URL(url).pathname.replace(/\/$/, '').length);
    const wrong = checkResponse(
      contract,
      operation,
      refusalOf(contract, operation, request),
      isRefused,
      path,
      answer,
      options.newDefects?.() ?? [],
    );
    return { answer, wrong };
  } catch (error) {
    return { answer: undefined, wrong: [error instanceof Error ? error.message : String(error)] };
  }
}

function urlOf({ urlOf: of, url }: FuzzOptions, operation: Operation): string {
  return of?.(operation) ?? url;
}

/** The first error, without values that differ between requests. */
function causeOf(
  { operationId }: Operation,
  answer: ReceivedResponse | undefined,
  [first = '']: readonly string[],
): string {
  const plain = first
    .split('; ')[0]
    ?.replace(/["'`].*?["'`]|\d{4,}/g, '*')
    .replace(/\/\d+/g, '/*');
  return `${operationId} ${answer?.status ?? 'no answer'}: ${plain?.slice(0, 200)}`;
}

/** A command that repeats a request. */
function curlOf(url: string, operation: Operation, request: GeneratedRequest): string {
  const query = request.query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const headers = Object.entries(request.headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const body =
    operation.method === 'GET' || request.body === undefined
      ? []
      : [`--data-raw ${quote(new TextDecoder().decode(request.body))}`];
  const address = `${url}${fillPath(operation, request)}${query === '' ? '' : `?${query}`}`;
  return ['curl', '-X', operation.method, ...headers, ...body, quote(address)].join(' ');
}
