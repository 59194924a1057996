import { type ApiContract, isJsonNumber, isObject, type Operation, parseJson } from '@understudy/contract';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { splitPointer } from '../expressions/json-pointer.js';
import type { HttpRequest, HttpResponse } from '../targets/target.js';
import type { BuiltRequest } from './built-request.js';

/**
 * Finds the URL that deletes a created resource: the DELETE operation at the same path (PUT) or one segment below it
 * (POST), with the id from the response. Returns `unknown` if the response contains no id.
 */
export function findDeleteUrl(
  { operation, request }: BuiltRequest,
  response: HttpResponse,
  body: unknown,
  contracts: ContractsByApi,
): string | undefined {
  if (operation === undefined) return undefined;
  const url = stripQuery(request.url);
  const deletes = deletesOf(contracts.get(operation.api));
  if (request.method === 'PUT') return deletes.some(({ path }) => path === operation.path) ? url : undefined;
  const below = deletes.find(
    ({ path }) => path.startsWith(`${operation.path}/`) && /^\/\{[^/]+\}$/.test(path.slice(operation.path.length)),
  );
  if (below === undefined) return undefined;
  const name = /\{([^/{}]+)\}$/.exec(below.path)?.[1] ?? 'id';
  const id = idIn(body, name) ?? /\/([^/?#]+)\/?$/.exec(response.headers.location ?? '')?.[1];
  return id === undefined ? 'unknown' : `${url}/${encodeURIComponent(id)}`;
}

/**
 * Finds the resources that an upload stored, if a DELETE operation of the API has `x-takes-away`: a JSON Pointer to the
 * ids in uploads, with `*` for list items.
 */
export function findUploadedResources(
  request: HttpRequest,
  contract: ApiContract | undefined,
  baseUrl: string,
): { name: string; undo: string }[] | undefined {
  const operation = deletesOf(contract).find(({ extensions }) => typeof extensions['x-takes-away'] === 'string');
  if (operation === undefined) return undefined;
  const ids = pick(parse(request.body), splitPointer(String(operation.extensions['x-takes-away'])));
  const names = new Set(ids.filter((id) => typeof id === 'string' || isJsonNumber(id)).map(String));
  return [...names].map((name) => ({
    name,
    undo: baseUrl + operation.path.replace(/\{[^{}]+\}/, encodeURIComponent(name)),
  }));
}

export function stripQuery(url: string): string {
  return url.split(/[?#]/)[0] ?? url;
}

function deletesOf(contract: ApiContract | undefined): Operation[] {
  return [...(contract?.operations.values() ?? [])].filter(({ method }) => method === 'DELETE');
}

/** Returns the id from a response: the field named like the path parameter, or `id`, at most one level deep. */
function idIn(body: unknown, name: string): string | undefined {
  const places = isObject(body) ? [body, ...Object.values(body).filter(isObject)] : [];
  for (const place of places) {
    const id = place[name] ?? place['id'];
    if (typeof id === 'string' || isJsonNumber(id)) return String(id);
  }
  return undefined;
}

function pick(value: unknown, tokens: readonly string[]): unknown[] {
  const [token, ...rest] = tokens;
  if (token === undefined) return [value];
  if (token === '*') return Array.isArray(value) ? value.flatMap((item) => pick(item, rest)) : [];
  return isObject(value) ? pick(value[token], rest) : [];
}

function parse(bytes: Uint8Array | undefined): unknown {
  try {
    return parseJson(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
