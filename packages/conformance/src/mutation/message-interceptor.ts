import { parseJson, stringifyJson } from '@understudy/contract';
import type { HttpRequest, HttpResponse } from '../targets/target.js';
import { editJson } from './edit-json.js';
import type { WireDeviation } from './wire-deviation.js';

/** Changes messages between server and client. Each sandbox has its own. */
export interface MessageInterceptor {
  /** Called for every request of the sandbox. */
  watch?(request: HttpRequest): void;
  request?(request: HttpRequest): HttpRequest;
  /** Returns the changed response, or `undefined` to leave it unchanged. @param request as the client sent it */
  response?(response: HttpResponse, request: HttpRequest): HttpResponse | undefined;
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
