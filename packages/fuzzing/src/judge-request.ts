import type { ApiContract, Operation } from '@understudy/contract';
import type { BehaviorModel } from '@understudy/model';
import { checkResponse, findRejectionReason, type InternalError, type Rejection } from './check-response.js';
import type { GeneratedRequest, HeaderValues, KnownRequests } from './generated-request.js';
import { fillPath, type ReceivedResponse, type Sender, sendRequest } from './send-request.js';

/** Credentials of a request. */
interface FuzzCredentials {
  readonly headers: Readonly<HeaderValues>;
  readonly query?: Readonly<Record<string, string>>;
}

export interface FuzzOptions extends Sender {
  readonly url: string;
  /** The base URL of an operation, if it differs. */
  urlOf?(operation: Operation): string;
  /** Milliseconds for a response. Default 5000. */
  readonly timeoutMs?: number;
  /** Number of requests to each operation, half of them mutated. Default 20. */
  readonly requests?: number;
  /** The same seed generates the same requests. */
  readonly seed?: string;
  /** Headers and query parameters that authorize a request. */
  credentials?(operation: Operation): FuzzCredentials;
  /** The values, bodies and callers that requests to an operation use. */
  known?(operation: Operation): KnownRequests;
  /** True if a response rejects the request despite its success status. */
  isRefusal?(operation: Operation, body: unknown): boolean;
  /** Headers and query parameters with the token of a signed-in user. */
  withToken?(operation: Operation, token: string): FuzzCredentials;
  /** Headers and query parameters of another tenant. */
  otherCredentials?(operation: Operation): FuzzCredentials;
  /** True if the run sends requests to an operation. */
  isMeant?(operation: Operation): boolean;
  /** Called before each operation. */
  onProgress?(done: number, operations: number): void;
  /** True if the server verifies the credentials, so that it must reject changed ones. */
  readonly isAuthentic?: boolean;
  /** True if a response can have members that an open schema does not describe. */
  readonly allowsExtraMembers?: boolean;
  /** True if problems with invalid requests are notes instead of findings. */
  readonly isForgiving?: boolean;
  /** True to try each rule of the description. Default: true. */
  readonly covers?: boolean;
  /** Changed lines of the behavior model. */
  readonly model?: BehaviorModel | undefined;
  /** Reports only the findings with this id. */
  readonly replay?: string;
  /** True if the server no longer accepts connections, which ends the run. */
  hasStopped?(): boolean;
  /** Returns the used share of the available time. At 1, the run ends. */
  usedTime?(): number;
  /** Returns the server's own defects since the last call. */
  newDefects?(): readonly InternalError[];
  /** Opens an address to which the server can send events. */
  openReceiver?(): Promise<EventReceiver>;
}

/** An address that accepts all events. */
export interface EventReceiver {
  readonly url: string;
  /** The requests that it received. */
  readonly received: readonly { readonly headers: Readonly<Record<string, string>>; readonly body: string }[];
  close(): Promise<void>;
}

/** An error, with the number of requests that cause it. */
export interface FuzzFinding {
  /** The property and resource of a sequence, or the operation of a request; `replay` repeats it. */
  readonly id: string;
  /** Operation, status and error of the requests. */
  readonly cause: string;
  readonly operationId: string;
  readonly wrong: readonly string[];
  /** The rule of the description that the accepted request violates. */
  readonly violates?: Pick<Rejection, 'ruleId' | 'pointer'> | undefined;
  /** Number of requests that cause it. */
  readonly count: number;
  /** The smallest request that still causes it. */
  readonly curl: string;
  readonly status: number | undefined;
  readonly answer: unknown;
  /** The last exchanges of a sequence, which together show the finding. */
  readonly exchanges?: readonly { readonly sent: string; readonly received: string }[];
  /** The shortest sequence as an Arazzo document, if a single request does not cause the finding. */
  readonly scenario?: object;
}

/** A response with its errors. */
export interface Judged {
  readonly answer: ReceivedResponse | undefined;
  readonly wrong: readonly string[];
  /** The reason why the contract rejects the request, if it does. */
  readonly refusal?: Rejection | undefined;
  /** True if the server rejects the request. */
  readonly isRefused?: boolean;
}

/** Returns why the contract rejects a request, if it does. */
export function refusalOf(
  contract: ApiContract,
  operation: Operation,
  request: GeneratedRequest,
): Rejection | undefined {
  const { pathname } = new URL(`http://host${fillPath(operation, request)}`);
  const body = operation.method === 'GET' ? undefined : request.body;
  return findRejectionReason(contract, operation, request, pathname, body);
}

/** Sends a request and checks the response. */
export async function judgeRequest(
  contract: ApiContract,
  options: FuzzOptions,
  { operation, request }: { readonly operation: Operation; readonly request: GeneratedRequest },
): Promise<Judged> {
  try {
    const url = resolveUrl(options, operation);
    const answer = await sendRequest(options, url, operation, request, options.timeoutMs);
    const isRefused =
      (answer.status >= 400 && answer.status < 500) || options.isRefusal?.(operation, answer.body) === true;
    const path = answer.address.pathname.slice(new URL(url).pathname.replace(/\/$/, '').length);
    const refusal = refusalOf(contract, operation, request);
    const wrong = checkResponse(contract, operation, {
      refusal,
      isRefused,
      path,
      answer,
      defects: options.newDefects?.() ?? [],
      allowsExtraMembers: options.allowsExtraMembers,
    });
    return { answer, wrong, refusal, isRefused };
  } catch (error) {
    return { answer: undefined, wrong: [error instanceof Error ? error.message : String(error)] };
  }
}

/** Returns the finding for a server that stopped responding after a request. */
export function toStop(
  contract: ApiContract,
  url: string,
  { address, init: { method = 'GET', headers, body } }: { readonly address: string; readonly init: RequestInit },
): FuzzFinding {
  const { pathname } = new URL(address);
  const match = contract.match(method, pathname.slice(new URL(url).pathname.replace(/\/$/, '').length));
  const operationId = match.kind === 'operation' ? match.operation.operationId : method;
  const request = {
    ...{ what: 'last', template: address, path: {}, query: [], credentials: {} },
    headers: Object.fromEntries(new Headers(headers)),
    body: body instanceof Uint8Array ? new Uint8Array(body) : undefined,
  };
  const says = `the server stopped answering after ${method} ${pathname}`;
  return {
    id: `requests:${operationId}`,
    cause: `${operationId} no answer: ${says}`,
    ...{ operationId, wrong: [says], count: 1, status: undefined, answer: undefined },
    curl: toCurlCommand('', { method, path: address }, request),
  };
}

export function resolveUrl({ urlOf: of, url }: FuzzOptions, operation: Operation): string {
  return of?.(operation) ?? url;
}

/** Returns the first error, without values that differ between requests. */
export function toCause(
  { operationId }: Operation,
  answer: Pick<ReceivedResponse, 'status'> | undefined,
  [first = '']: readonly string[],
): string {
  const plain = first
    .split('; ')[0]
    ?.replace(/["'`].*?["'`]|\d{4,}/g, '*')
    .replace(/\/\d+/g, '/*');
  return `${operationId} ${answer?.status ?? 'no answer'}: ${plain?.slice(0, 200)}`;
}

export function toCurlCommand(
  url: string,
  operation: Pick<Operation, 'method' | 'path'>,
  request: GeneratedRequest,
): string {
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
