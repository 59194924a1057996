import { createContract } from '@understudy/contract';
import { expect, it } from 'vitest';
import { fuzzContract } from './fuzz-contract.js';

/** Describes an API with these paths. */
const contractOf = (title: string, paths: Record<string, unknown>) =>
  createContract(title, { openapi: '3.1.0', info: { title, version: '1' }, paths });

/** Describes an operation with a JSON body. */
const add = (schema: object) => ({
  operationId: 'add',
  requestBody: { required: true, content: { 'application/json': { schema } } },
  responses: { '204': { description: 'Done' }, '4XX': { description: 'Refused' } },
});

const inner = { type: 'object', required: ['b'], properties: { b: { type: 'string' }, c: { type: 'string' } } };
const contract = contractOf('things', {
  '/things': { post: add({ type: 'object', properties: { a: inner, d: inner } }) },
});

/** A server that checks as described, and falls over a member deep inside. */
async function serve(address: string, init: RequestInit = {}): Promise<Response> {
  if (new URL(address).searchParams.get('key') !== 'let-me-in') return new Response(null, { status: 401 });
  const text = new TextDecoder().decode(init.body instanceof Uint8Array ? init.body : undefined);
  if (text.includes('"c":')) return new Response(null, { status: 500 });
  const operation = contract.operations.get('add');
  const parts = { path: {}, query: new URLSearchParams(), headers: {}, mediaType: 'application/json' };
  try {
    const isRight = operation?.validateRequest({ ...parts, body: JSON.parse(text) }).findings.length === 0;
    return new Response(null, { status: isRight ? 204 : 400 });
  } catch {
    return new Response(null, { status: 400 });
  }
}

it('reports a server crash once, with the smallest request that reproduces it', async () => {
  const credentials = () => ({ headers: {}, query: { key: 'let-me-in' } });
  const report = await fuzzContract(contract, { fetch: serve, url: 'http://127.0.0.1:1', requests: 40, credentials });
  expect(report.accepted).toBeGreaterThan(0);
  expect(report.findings.map(({ cause }) => cause)).toEqual(['add 500: 500 was answered']);
  expect(report.findings[0]?.curl).toMatch(
    /^curl -X POST -H 'content-type: application\/json' --data-raw '\{"[ad]":\{("b":"[^"]*",)?"c":.*\}\}' 'http:\/\/127.0.0.1:1\/things\?key=let-me-in'$/,
  );
  expect(report.findings[0]?.curl.match(/"[ad]":/g)).toHaveLength(1);
});

it('sends both random and meaningful values', async () => {
  const properties = { email: { type: 'string' }, countryCode: { type: 'string' } };
  const schema = { type: 'object', required: Object.keys(properties), properties };
  const people = contractOf('people', { '/people': { post: add(schema) } });
  const sent: string[] = [];
  const record = async (_address: string, { body }: RequestInit = {}) => {
    sent.push(new TextDecoder().decode(body instanceof Uint8Array ? body : undefined));
    return new Response(null, { status: 204 });
  };
  await fuzzContract(people, { fetch: record, url: 'http://127.0.0.1:1', requests: 20 });
  const isMeant = (text: string) =>
    /"email":"[a-z.0-9]+@(?:mail\.)?example\.\w+"/.test(text) && /"[A-Z]{2}"/.test(text);
  expect(new Set(sent.map(isMeant))).toEqual(new Set([true, false]));
});

it('follows links, with parameters from the previous request and response', async () => {
  const text = { type: 'string' };
  const given = { 'query.ticket': '$response.body#/made/ticket', of: '$request.query.kind' };
  const links = { use: { operationId: 'useTicket', parameters: given } };
  const made = { type: 'object', properties: { made: { type: 'object', properties: { ticket: text } } } };
  const tickets = contractOf('tickets', {
    '/draw': {
      post: {
        operationId: 'draw',
        parameters: [{ name: 'kind', in: 'query', required: true, schema: text }],
        responses: { '200': { description: 'Drawn', links, content: { 'application/json': { schema: made } } } },
      },
    },
    '/entry': {
      get: {
        operationId: 'useTicket',
        parameters: ['ticket', 'of'].map((name) => ({ name, in: 'query', required: true, schema: text })),
        responses: { '204': { description: 'In' }, '4XX': { description: 'Refused' } },
      },
    },
  });
  const drawn = new Set<string>();
  let entries = 0;
  const serveTickets = async (address: string) => {
    const { pathname, searchParams } = new URL(address);
    if (pathname === '/draw') {
      const ticket = `ticket-${drawn.size}`;
      drawn.add(`${ticket} ${searchParams.get('kind')}`);
      return Response.json({ made: { ticket } });
    }
    const isIn = drawn.has(`${searchParams.get('ticket')} ${searchParams.get('of')}`);
    if (isIn) entries += 1;
    return new Response(null, { status: isIn ? 204 : 403 });
  };
  await fuzzContract(tickets, { fetch: serveTickets, url: 'http://127.0.0.1:1', requests: 20 });
  expect(entries).toBeGreaterThan(4);
});

it('sends only valid header values', async () => {
  const parameters = [
    { name: 'count', in: 'header', required: true, schema: { type: 'integer' } },
    { name: 'word', in: 'header', required: true, schema: { enum: ['größer', '大'] } },
  ];
  const get = { operationId: 'get', parameters, responses: { 200: { description: '' }, 400: { description: '' } } };
  const headers = contractOf('headers', { '/': { get } });
  const sent: string[] = [];
  const report = await fuzzContract(headers, {
    fetch: async (_address, init) => {
      sent.push(...new Headers(init?.headers).values());
      return new Response(null, { status: 400 });
    },
    url: 'http://127.0.0.1:1',
    requests: 100,
  });
  expect(sent.length).toBeGreaterThan(100);
  expect(report.findings).toEqual([]);
});

it('retries a request after a closed connection, and reports a connection that always fails', async () => {
  const broken = (times: number) => {
    const tries = new Map<string, number>();
    const get = (operationId: string) => ({ operationId, responses: { 204: { description: 'Done' } } });
    return fuzzContract(contractOf('lines', { '/a': { get: get('a') } }), {
      url: 'http://127.0.0.1:1',
      requests: 2,
      fetch: async (address) => {
        tries.set(address, (tries.get(address) ?? 0) + 1);
        if ((tries.get(address) ?? 0) > times) return new Response(null, { status: 204 });
        throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
      },
    });
  };
  expect((await broken(1)).findings).toEqual([]);
  expect((await broken(Infinity)).findings.map(({ cause }) => cause)).toEqual(['a no answer: fetch failed']);
});

it('requests single records by the ids in a list response', async () => {
  const item = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
  const respond = (schema: object) => ({ 200: { description: 'OK', content: { 'application/json': { schema } } } });
  const items = contractOf('items', {
    '/items': { get: { operationId: 'list', responses: respond({ type: 'array', items: item }) } },
    '/items/{itemId}': {
      parameters: [{ name: 'itemId', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'get', responses: { ...respond(item), 404: { description: 'There is none' } } },
    },
  });
  const asked: string[] = [];
  const serveItems = async (address: string) => {
    const { pathname } = new URL(address);
    asked.push(pathname);
    if (pathname === '/items') return Response.json([{ id: 'x7' }]);
    return pathname === '/items/x7' ? Response.json({ id: 'x7' }) : new Response(null, { status: 404 });
  };
  await fuzzContract(items, { fetch: serveItems, url: 'http://127.0.0.1:1', requests: 10 });
  expect(asked).toContain('/items/x7');
});

it('tests both sides of each bound, enum values and required properties', async () => {
  const properties = {
    name: { type: 'string', maxLength: 5 },
    size: { type: 'integer', minimum: 2, maximum: 9 },
    kind: { type: 'string', enum: ['a', 'b'] },
  };
  const limited = contractOf('limited', {
    '/things': { post: add({ type: 'object', required: ['name', 'size', 'kind'], properties }) },
  });
  const sent: unknown[] = [];
  const accept = async (_address: string, { body }: RequestInit = {}) => {
    sent.push(new TextDecoder().decode(body instanceof Uint8Array ? body : undefined));
    return new Response(null, { status: 204 });
  };
  const { findings } = await fuzzContract(limited, { fetch: accept, url: 'http://127.0.0.1:1', requests: 2 });
  const found = findings.flatMap(({ wrong }) => wrong).join('\n');
  for (const rule of [/name.*(?:5|long)/, /size.*2/, /size.*9/, /kind/, /name.*required|required.*name|name.*missing/])
    expect(found).toMatch(rule);
  for (const side of [/"size":1\b/, /"size":2\b/, /"size":9\b/, /"size":10\b/]) expect(sent.join('\n')).toMatch(side);
});

it('sends the given request bodies and credentials, including credentials to be rejected', async () => {
  const guarded = contractOf('guarded', { '/things': { post: add(inner) } });
  const keys = new Set<string | null>();
  const bodies: string[] = [];
  const record = async (_address: string, { headers, body }: RequestInit = {}) => {
    const key = new Headers(headers).get('x-key');
    keys.add(key);
    bodies.push(new TextDecoder().decode(body instanceof Uint8Array ? body : undefined));
    return new Response(null, { status: key === 'one' || key === 'two' ? 204 : 401 });
  };
  const strangers = [{ what: 'of a guest', headers: { 'x-key': 'guest' }, refused: true }];
  const callers = [{ 'x-key': 'one' }, { 'x-key': 'two' }];
  const known = () => ({ values: {}, bodies: [{ b: 'known' }], callers, strangers });
  await fuzzContract(guarded, { fetch: record, url: 'http://127.0.0.1:1', requests: 200, covers: false, known });
  expect([...keys]).toEqual(expect.arrayContaining(['one', 'two', 'guest']));
  expect(bodies).toContain('{"b":"known"}');
});

it('sends extreme numbers last, because sums that overflow cannot be serialized as JSON', async () => {
  const total = { type: 'object', required: ['total'], properties: { total: { type: 'number' } } };
  const json = { 'application/json': { schema: total } };
  const paths = {
    '/amounts': { post: add({ type: 'object', required: ['amount'], properties: { amount: { type: 'number' } } }) },
    '/close': { post: { operationId: 'close', responses: { '200': { description: 'Closed', content: json } } } },
  };
  let sum = 0;
  const sent: string[] = [];
  const serve = async (address: string, { body }: RequestInit = {}) => {
    const text = new TextDecoder().decode(body instanceof Uint8Array ? body : undefined);
    if (address.endsWith('/close')) return Response.json({ total: sum });
    sent.push(text);
    try {
      const { amount } = JSON.parse(text);
      if (typeof amount !== 'number') return new Response(null, { status: 400 });
      sum += Math.abs(amount) * 10;
      return new Response(null, { status: 204 });
    } catch {
      return new Response(null, { status: 400 });
    }
  };
  const ledger = contractOf('ledger', paths);
  const options = { fetch: serve, url: 'http://127.0.0.1:1', requests: 40, isForgiving: true };
  expect((await fuzzContract(ledger, options)).findings).toEqual([]);
  expect(sent.filter((text) => text.includes('e+308')).length).toBeGreaterThan(0);
});
