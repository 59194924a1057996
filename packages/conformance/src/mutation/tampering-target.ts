import { type ApiContract, parseJson, stringifyJson } from '@understudy/contract';
import { callControl } from '../targets/control.js';
import {
  extendTarget,
  type HttpRequest,
  type HttpResponse,
  type IsolatedTarget,
  type Target,
} from '../targets/target.js';
import { editJson, type WireDeviation } from './wire-deviation.js';

/** Changes messages between server and client. Each sandbox has its own interceptor. */
interface MessageInterceptor {
  /** Called for every request of the sandbox. */
  watch?(request: HttpRequest): void;
  request?(request: HttpRequest): HttpRequest;
  /** Returns the changed response, or `undefined` to leave it unchanged. @param request as the client sent it */
  response?(response: HttpResponse, request: HttpRequest): HttpResponse | undefined;
}

/**
 * Applies a deviation to the messages between a simulator and the runner.
 *
 * @param root a target that can isolate workflows
 * @param contract the contract of the changed operation; for webhooks, the control plane's contract
 * @returns the target, and a function that counts the messages changed so far
 */
export function createTamperingTarget(
  root: Target,
  contract: ApiContract,
  deviation: WireDeviation,
): { target: Target; changed(): number } {
  let changed = 0;
  const operationId = deviation.operationId === 'webhook' ? 'listMessages' : deviation.operationId;

  async function send(target: Target, tamper: MessageInterceptor, request: HttpRequest): Promise<HttpResponse> {
    tamper.watch?.(request);
    if (matchOperationId(target, contract, request) !== operationId) return await target.send(request);
    const sent = tamper.request?.(request) ?? request;
    if (sent !== request && sent.url + stringifyJson(sent.headers) !== request.url + stringifyJson(request.headers))
      changed += 1;
    const response = await target.send(sent);
    const tampered = tamper.response?.(response, request);
    if (tampered === undefined) return response;
    changed += 1;
    return tampered;
  }

  async function isolate(name: string): Promise<IsolatedTarget> {
    if (root.isolate === undefined) throw new Error(`${root.name} cannot isolate workflows`);
    const isolated = await root.isolate(name);
    const tamper = createMessageInterceptor(deviation);
    if (deviation.kind === 'delivery-doubled') {
      const settings = { webhooks: { duplicates: 1 } };
      await callControl((request) => isolated.send(request), 'PATCH', `${isolated.baseUrl}/_sim/settings`, settings);
      changed += 1;
    }
    return { ...isolated, send: (request) => send(isolated, tamper, request) };
  }

  return { target: extendTarget(root, { isolate }), changed: () => changed };
}

export function matchOperationId(
  target: Target,
  contract: ApiContract,
  { method, url }: HttpRequest,
): string | undefined {
  if (!url.startsWith(`${target.baseUrl}/`)) return undefined;
  const match = contract.match(method, url.slice(target.baseUrl.length).split(/[?#]/, 1)[0] ?? '');
  return match.kind === 'operation' ? match.operation.operationId : undefined;
}

export function createMessageInterceptor(deviation: WireDeviation): MessageInterceptor {
  const { status, edit, path = [], header, instead } = deviation;
  const only = (change: (response: HttpResponse) => HttpResponse | undefined): MessageInterceptor => ({
    response: (response) => (status === undefined || response.status === status ? change(response) : undefined),
  });
  if (edit !== undefined) return only((response) => editBody(response, (body) => editJson(body, path, edit)));
  if (header !== undefined) return only((response) => withoutHeader(response, header));
  if (instead !== undefined) return only((response) => ({ ...response, status: instead }));
  if (deviation.kind === 'page-repeated') return repeatPage;
  if (deviation.kind === 'tenant-mixed-up') return mixTenants();
  return {};
}

type Edit = (body: unknown) => { value: unknown; count: number };

function editBody(response: HttpResponse, edit: Edit): HttpResponse | undefined {
  if (!/[/+]json\b/i.test(response.headers['content-type'] ?? '')) return undefined;
  try {
    const { value, count } = edit(parseJson(new TextDecoder().decode(response.body)));
    if (count === 0) return undefined;
    const body = new TextEncoder().encode(stringifyJson(value));
    const { 'content-length': _length, ...headers } = response.headers;
    return { ...response, headers, body };
  } catch {
    return undefined;
  }
}

function withoutHeader(response: HttpResponse, name: string): HttpResponse | undefined {
  if (!Object.hasOwn(response.headers, name)) return undefined;
  const { [name]: _lost, ...headers } = response.headers;
  return { ...response, headers };
}

/** Requests the first page and returns it with the requested page number. */
const repeatPage: MessageInterceptor = {
  request: (request) => ({ ...request, url: request.url.replace(/([?&]page=)([2-9]|[1-9]\d+)(?=&|$)/, '$11') }),
  response: (response, { url }) => {
    const page = Number(/[?&]page=(\d+)/.exec(url)?.[1] ?? 1);
    if (response.status !== 200 || page < 2) return undefined;
    return editBody(response, (body) => ({ ...editJson(body, ['page'], { kind: 'set', value: page }), count: 1 }));
  },
};

/** Replaces the tenant of every request with the first tenant that a request contained. */
function mixTenants(): MessageInterceptor {
  let first: string | undefined;
  const headerOf = ({ headers }: HttpRequest) => Object.keys(headers).find((name) => /^tenant-?id$/i.test(name));
  return {
    watch(request) {
      const name = headerOf(request);
      if (name !== undefined) first ??= request.headers[name];
    },
    request(request) {
      const name = headerOf(request);
      if (name === undefined || first === undefined || request.headers[name] === first) return request;
      return { ...request, headers: { ...request.headers, [name]: first } };
    },
  };
}
