import {
  type ApiContract,
  isJsonNumber,
  isObject,
  type Operation,
  omitUndefined,
  parseJson,
} from '@understudy/contract';
import { classifyOperationEffect } from '../arazzo/effects.js';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { splitPointer } from '../expressions/json-pointer.js';
import type { Redactor } from '../redactor.js';
import type { CreatedResource } from '../results/result.js';
import { type HttpRequest, type HttpResponse, RequestRejectedError, type Target } from '../targets/target.js';
import type { BuiltRequest } from './built-request.js';

/** The origin of a request. */
export interface ResourceOrigin {
  stepId: string;
  /** The `x-api` of the scenario. */
  api?: string | undefined;
  tenantId?: string | undefined;
}

/** Tracks the resources that a workflow creates on a foreign environment, and deletes them. */
export interface ResourceTracker {
  see(built: BuiltRequest, response: HttpResponse, body: unknown, origin: ResourceOrigin): void;
  /** Reports a request without a response. Its resource might exist. */
  missed(built: BuiltRequest, error: unknown, origin: ResourceOrigin): void;
  /**
   * Deletes resources with DELETE operations, newest first.
   *
   * @param finalizers the results of the `x-finally` workflows
   */
  cleanUp(finalizers: { names: readonly string[]; passed: boolean } | undefined): Promise<CreatedResource[]>;
}

interface Made {
  /** The creating request, whose headers authorize the deletion. */
  request: Pick<HttpRequest, 'headers'>;
  resource: Omit<CreatedResource, 'state' | 'why'>;
  /** The URL that deletes it; `unknown` if the response contains no id. */
  undo: string | 'unknown' | undefined;
}

type Ending = Pick<CreatedResource, 'state' | 'why'>;

/** Creates a tracker for one workflow. */
export function trackResources(target: Target, contracts: ContractsByApi, redactor: Redactor): ResourceTracker {
  const made: Made[] = [];
  const gone = new Set<string>();
  /** The last successful call to each API, because an upload has no token but the call before it does. */
  const callers = new Map<string, HttpRequest>();

  function note(
    { request, operation }: BuiltRequest,
    origin: ResourceOrigin,
    more: Partial<Made> & { status?: number },
  ): void {
    const { stepId, tenantId } = origin;
    const { undo, status } = more;
    if (undo !== undefined) gone.delete(undo);
    const { api, operationId } = operation ?? {};
    const call = { method: request.method, url: redactor.text(request.url), api, operationId };
    const resource = { ...omitUndefined({ ...call, stepId, status, tenantId }), ...more.resource };
    made.push({ request: more.request ?? request, undo, resource });
  }

  function noteUpload(built: BuiltRequest, origin: ResourceOrigin, status?: number): boolean {
    const api = built.operation?.api ?? origin.api ?? '';
    const baseUrl = target.baseUrlOf?.(api, { api }) ?? target.baseUrl;
    const stored = findUploadedResources(built.request, contracts.get(api), baseUrl);
    const request = callers.get(api);
    const url = redactor.text(stripQuery(built.request.url));
    for (const { name, undo } of stored ?? []) {
      const resource = { method: 'PUT', url, stepId: origin.stepId, name };
      note(built, origin, omitUndefined({ undo, resource, request, status }));
    }
    return stored !== undefined;
  }

  async function remove({ request, undo }: Made): Promise<Ending> {
    if (undo === undefined || undo === 'unknown') return { state: 'left', why: 'the response did not contain its id' };
    if (gone.has(undo)) return { state: 'cleaned', why: 'deleted by the workflow' };
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !/^(content-|idempotency|prefer$)/i.test(name)),
    );
    try {
      const { status } = await target.send({ method: 'DELETE', url: undo, headers });
      const isGone = (status >= 200 && status < 300) || status === 404 || status === 410;
      return { state: isGone ? 'cleaned' : 'left', why: `DELETE ${redactor.text(undo)} answered ${status}` };
    } catch (error) {
      return { state: 'left', why: redactor.text(error instanceof Error ? error.message : String(error)) };
    }
  }

  function judge({ resource }: Made, finalizers: { names: readonly string[]; passed: boolean } | undefined): Ending {
    const names = finalizers?.names.join(', ');
    if (finalizers?.passed === true) return { state: 'cleaned', why: `${names} passed` };
    if (resource.status === undefined) return { state: 'left', why: 'there was no response, so it might exist' };
    if (resource.method === 'POST')
      return { state: 'permanent', why: 'the documents describe no request that reverts it' };
    const why = finalizers === undefined ? 'the workflow does not have x-finally' : `${names} failed`;
    return { state: 'left', why };
  }

  return {
    see(built, response, body, origin) {
      const { operation, request } = built;
      if (response.status < 200 || response.status > 299 || operation?.api === 'control') return;
      const { status } = response;
      if (operation !== undefined && classifyOperationEffect(operation) === 'read' && request.method === 'GET') {
        callers.set(operation.api, request);
      }
      // A DELETE with a query might delete only part of a resource.
      if (request.method === 'DELETE' && !request.url.includes('?')) gone.add(request.url);
      if (!createsResource(built)) return;
      if (request.method === 'PUT' && noteUpload(built, origin, status)) return;
      const undo = findDeleteUrl(built, response, body, contracts);
      note(built, origin, { status, undo });
    },
    missed(built, error, origin) {
      if (error instanceof RequestRejectedError || !createsResource(built)) return;
      if (built.request.method !== 'PUT' || !noteUpload(built, origin)) note(built, origin, {});
    },
    async cleanUp(finalizers) {
      const ended: CreatedResource[] = [];
      for (const item of [...made].reverse()) {
        const ending = item.undo === undefined ? judge(item, finalizers) : await remove(item);
        ended.push({ ...item.resource, ...ending });
      }
      return ended;
    },
  };
}

function createsResource({ operation, request: { method } }: BuiltRequest): boolean {
  if ((method !== 'POST' && method !== 'PUT') || operation?.api === 'control') return false;
  return operation === undefined || classifyOperationEffect(operation) !== 'read';
}

/**
 * Finds the URL that deletes a created resource: the DELETE operation at the same path (PUT) or one segment below it
 * (POST), with the id from the response. Returns `unknown` if the response contains no id.
 */
function findDeleteUrl(
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
function findUploadedResources(
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

function stripQuery(url: string): string {
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
