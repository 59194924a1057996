import { type ApiContract, createContract, type OpenApiDocument } from '@understudy/contract';
import { createEnvironmentTarget, type Target } from '../src/index.js';
import { listen } from './listen.js';

/**
 * A small API that resembles a real environment: it has no control plane, requires a token, and lets clients create and
 * delete resources.
 */
export interface NoteShop {
  url: string;
  /** Log of all requests as `METHOD url`. */
  log: string[];
  notes: Set<string>;
  /** Responses to return instead, once each and in order. */
  instead: { status: number; headers?: Record<string, string>; body?: unknown }[];
  /** Called before each response. */
  onRequest: (line: string) => void;
}

/** Starts a note shop on loopback, until the test ends. `deletable` determines whether DELETE works. */
export async function startNoteShop({ deletable = true }: { deletable?: boolean } = {}): Promise<NoteShop> {
  let made = 0;
  const { url } = await listen((incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming;
    const path = url.split('?')[0] ?? '';
    shop.log.push(`${method} ${url}`);
    shop.onRequest(`${method} ${path}`);
    const answer = (status: number, body?: unknown, headers: Record<string, string> = {}): void => {
      outgoing.writeHead(status, body === undefined ? headers : { 'content-type': 'application/json', ...headers });
      outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const instead = path === '/' ? undefined : shop.instead.shift();
    if (instead !== undefined) return answer(instead.status, instead.body, instead.headers);
    if (path === '/token') return answer(200, { access_token: 'canary-token-0123456789' });
    if (path === '/notes' && method === 'POST') {
      const id = `n${++made}`;
      shop.notes.add(id);
      return answer(201, { id, kind: 'plain' });
    }
    if (path === '/notes') return answer(200, { notes: [...shop.notes].map((id) => ({ id, kind: 'plain' })) });
    if (path === '/away') return answer(302, undefined, { location: 'http://127.0.0.1:1/notes' });
    if (path.startsWith('/sets')) return answer(incoming.headers['authorization'] === undefined ? 401 : 200, {});
    if (path.startsWith('/files/')) return answer(200, undefined);
    const id = /^\/notes\/(.+)$/.exec(path)?.[1] ?? '';
    if (method !== 'DELETE' || !deletable) return answer(500, { error: 'no' });
    return answer(shop.notes.delete(id) ? 204 : 404);
  });
  const shop: NoteShop = { url, log: [], notes: new Set(), instead: [], onRequest: () => {} };
  return shop;
}

type EnvironmentOptions = Parameters<typeof createEnvironmentTarget>[0];

/** Creates an environment at the address of a note shop. */
export function noteTarget(baseUrl: string, options: Partial<EnvironmentOptions> = {}): Target {
  return createEnvironmentTarget({
    ...{ name: 'stage', apis: { shop: { baseUrl } }, contracts: noteContracts() },
    ...{ allowedHosts: [new URL(baseUrl).host] },
    ...{ mayChange: true, requestsPerSecond: 1000, concurrency: 1, requestTimeout: 5, longestRetryAfter: 1 },
    ...options,
  });
}

const json = (schema: object) => ({ description: 'an answer', content: { 'application/json': { schema } } });
const note = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string' },
    kind: { type: 'string', enum: ['plain', 'fancy'], 'x-gap': 'shop.gap.kind' },
    colour: { type: 'string', 'x-gap': ['shop.gap.colour'] },
  },
};
const problem = json({ type: 'object', properties: { error: { type: 'string' } } });

const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Note shop', version: '1' },
  paths: {
    '/token': {
      post: {
        operationId: 'askToken',
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', properties: { grant_type: { type: 'string' } } },
            },
          },
        },
        responses: { 200: json({ type: 'object', properties: { access_token: { type: 'string' } } }) },
      },
    },
    '/notes': {
      get: {
        operationId: 'listNotes',
        parameters: [{ name: 'page', in: 'query', schema: { type: 'string' } }],
        responses: {
          200: json({ type: 'object', properties: { notes: { type: 'array', items: note } } }),
          429: problem,
        },
      },
      post: {
        operationId: 'makeNote',
        'x-gap': 'shop.gap.making',
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: { 201: json(note), 400: problem },
      },
    },
    '/notes/{id}': {
      delete: {
        operationId: 'deleteNote',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 204: { description: 'gone' }, 404: { description: 'not there' } },
      },
    },
    '/files/{name}': {
      put: {
        operationId: 'putFile',
        parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: { content: { '*/*': {} } },
        responses: { 200: { description: 'stored' } },
      },
    },
    '/sets': { get: { operationId: 'presignSets', responses: { 200: json({ type: 'object' }) } } },
    '/sets/{setId}': {
      delete: {
        operationId: 'deleteSet',
        parameters: [{ name: 'setId', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'gone' } },
      },
    },
    '/away': { get: { operationId: 'goAway', responses: { 302: { description: 'elsewhere' } } } },
  },
};

/** Returns the contracts of the note shop. With `sets`, uploads store sets, which deleteSet documents. */
export function noteContracts({ sets = false } = {}): Map<string, ApiContract> {
  const text = JSON.stringify(document);
  const told = text.replace('"operationId":"deleteSet"', '"operationId":"deleteSet","x-takes-away":"/sets/*/id"');
  const described: OpenApiDocument = JSON.parse(sets ? told : text);
  return new Map([['shop', createContract('shop', described)]]);
}
