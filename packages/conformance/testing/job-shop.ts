import { type ApiContract, createContract, type OpenApiDocument } from '@understudy/contract';
import { createInProcessTarget, type HttpResponse, type Target } from '../src/index.js';
import { listen } from './listen.js';

/** A small API with jobs, served with or without a simulator's control plane. */
export interface JobShop {
  fetch(request: Request): Promise<Response>;
  /** Log of all requests as `METHOD url content-type body`. */
  readonly log: string[];
  /** Names of existing sandboxes. */
  readonly sandboxes: Set<string>;
  /** Milliseconds by which each sandbox clock was advanced. */
  readonly advanced: Map<string, number>;
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

async function textsIn(request: Request): Promise<{ name: string; by?: string }> {
  const body: unknown = await request.json();
  const entries = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  return { name: '', ...Object.fromEntries(entries.map(([key, value]) => [key, String(value)])) };
}

/** Creates a job shop. `polls` is the number of `inProgress` statuses before `success`. */
export function createJobShop(options: { polls?: number; control?: boolean; deletable?: boolean } = {}): JobShop {
  const { polls = 2, control = true, deletable = true } = options;
  const shop = { log: [] as string[], sandboxes: new Set<string>(), advanced: new Map<string, number>() };
  const seen = new Map<string, number>();

  async function fetchControl(path: string, sandbox: string, request: Request): Promise<Response> {
    if (path === '/_sim') return json(200, { name: 'job-shop', sandbox, apis: [], clock: { mode: 'manual' } });
    if (path === '/_sim/sandboxes') {
      const { name } = await textsIn(request);
      if (shop.sandboxes.has(name)) return json(409, { title: 'taken' });
      shop.sandboxes.add(name);
      return json(201, { name });
    }
    if (request.method === 'DELETE') {
      if (!deletable) return json(500, { title: 'stuck' });
      shop.sandboxes.delete(path.split('/').at(-1) ?? '');
      return new Response(null, { status: 204 });
    }
    const { by = '' } = await textsIn(request);
    shop.advanced.set(sandbox, (shop.advanced.get(sandbox) ?? 0) + Number(/^PT([\d.]+)S$/.exec(by)?.[1]) * 1000);
    return json(200, { mode: 'manual', fired: 0 });
  }

  return {
    ...shop,
    async fetch(request) {
      const url = new URL(request.url);
      const [, sandbox = 'default', path = ''] = /^(?:\/~([^/]+))?(.*)$/.exec(url.pathname) ?? [];
      if (path.startsWith('/_sim')) return control ? fetchControl(path, sandbox, request) : json(404, {});
      const body = await request.text();
      shop.log.push(
        `${request.method} ${path}${url.search} ${request.headers.get('content-type') ?? '-'} ${body}`.trim(),
      );
      if (path === '/token') {
        const accepted = new URLSearchParams(body).get('client_secret') === 'demo-secret-1';
        return accepted
          ? json(200, { access_token: `token-of-${sandbox}-0123456789` })
          : json(400, { error: 'invalid_client' });
      }
      if (path === '/jobs')
        return json(202, {
          jobId: 'j1',
          url: `${url.origin}${url.pathname.replace(/\/jobs$/, '')}/uploads/j1?b=%2F&signature=abc123def456`,
        });
      if (path.startsWith('/uploads/'))
        return new Response(null, { status: url.searchParams.has('signature') ? 200 : 403 });
      if (path === '/extra') return json(200, { status: 'success', surprise: true });
      if (path === '/busy') return json(429, { error: 'slow down' }, { 'retry-after': '7' });
      const jobId = /^\/jobs\/(.+)$/.exec(path)?.[1];
      if (jobId !== 'j1') return json(404, { error: 'unknown job' });
      const count = (seen.get(sandbox) ?? 0) + 1;
      seen.set(sandbox, count);
      return json(200, { status: count > polls ? 'success' : 'inProgress' }, { 'x-count': String(count) });
    },
  };
}

/** Serves a job shop on loopback, until the test ends. */
export function serve(shop: JobShop): Promise<{ url: string; close(): Promise<void> }> {
  return listen(async (incoming, outgoing, body) => {
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    const init = { method: incoming.method ?? 'GET', headers };
    const url = `http://${incoming.headers.host}${incoming.url}`;
    const response = await shop.fetch(new Request(url, body.length > 0 ? { ...init, body } : init));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
}

export type ResponseChange = (response: HttpResponse, url: string) => HttpResponse;

/** Creates a target for a job shop in this process. `change` replaces the responses in sandboxes. */
export function shopTarget(shop = createJobShop(), change: ResponseChange = (response) => response): Target {
  const target = createInProcessTarget({ url: 'http://understudy.local', fetch: (request) => shop.fetch(request) });
  return {
    ...target,
    isolate: async (name) => {
      const sandbox = await target.isolate?.(name);
      if (sandbox === undefined) throw new Error('It has sandboxes');
      return { ...sandbox, send: async (request) => change(await sandbox.send(request), request.url) };
    },
  };
}

/** Creates a target whose only capability is the clock. */
export const shopWithoutFaults = (): Target => ({ ...shopTarget(), capabilities: new Set(['clock'] as const) });

const answer = (properties: Record<string, unknown>) => ({
  description: 'an answer',
  content: { 'application/json': { schema: { type: 'object', properties, required: Object.keys(properties) } } },
});
const error = answer({ error: { type: 'string' } });
const status = answer({ status: { type: 'string', enum: ['inProgress', 'success'] } });

const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Job shop', version: '1' },
  paths: {
    '/token': {
      post: {
        operationId: 'requestToken',
        requestBody: {
          required: true,
          content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } },
        },
        responses: { 200: answer({ access_token: { type: 'string' } }), 400: error },
      },
    },
    '/jobs': {
      post: {
        operationId: 'startJob',
        parameters: [{ name: 'tenantId', in: 'header', required: true, schema: { type: 'string' } }],
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: { 202: answer({ jobId: { type: 'string' }, url: { type: 'string' } }) },
      },
    },
    '/jobs/{jobId}': {
      get: {
        operationId: 'getJobStatus',
        parameters: [{ name: 'jobId', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: status, 404: error },
      },
    },
    '/uploads/{jobId}': {
      put: {
        operationId: 'uploadData',
        security: [],
        parameters: [{ name: 'jobId', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: { content: { '*/*': {} } },
        responses: { 200: { description: 'stored' }, 403: { description: 'refused' } },
      },
    },
    '/extra': { get: { operationId: 'getExtra', responses: { 200: status } } },
    '/busy': { get: { operationId: 'getBusy', responses: { 200: status, 429: error } } },
  },
};

export const contracts = (): Map<string, ApiContract> => new Map([['shop', createContract('shop', document)]]);
