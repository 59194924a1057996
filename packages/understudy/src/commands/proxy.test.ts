import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createSelfSignedCertificate } from '../self-signed-certificate.js';
import { refused, runCli, serveHere } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { folderWith, listen } = useResources();

const order = { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } };
const left = { type: 'object', properties: { left: { type: 'integer' } } };
const signedIn = { tags: ['orders'], security: [{ key: [] }] };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const responses = (status: number, content: object = {}) => ({ [status]: { description: 'OK', content } });
const description = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': {
      post: {
        ...{ operationId: 'createOrder', ...signedIn },
        ...{ requestBody: { content: order }, responses: responses(201, order) },
      },
    },
    '/orders/{id}': {
      get: { operationId: 'getOrder', ...signedIn, parameters: [id], responses: responses(200, order) },
    },
    '/stock': {
      get: { operationId: 'getStock', responses: responses(200, { 'application/json': { schema: left } }) },
      delete: { operationId: 'clearStock', responses: responses(204) },
    },
  },
  components: {
    securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Order: { type: 'object', properties: { id: { type: 'string', readOnly: true }, item: { type: 'string' } } },
    },
  },
};

/** Creates a real server with a fault, and a folder with its description. */
async function shop(isSecure = false) {
  const asked: string[] = [];
  const answer: RequestListener = ({ method, url, headers }, response) => {
    asked.push(`${method} ${url} ${headers.host?.split(':')[0]}`);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ left: 'many', access_token: 'canary-token-1', echo: 'later canary-token-2' }));
  };
  const certificate = createSelfSignedCertificate(['127.0.0.1', 'localhost'], Date.parse('2026-01-01'));
  const server = isSecure ? createSecureServer({ ...certificate }, answer) : createServer(answer);
  const url = await listen(server);
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const rules = 'faults:\n  - match: { path: /stock, headers: { x-slow: "1" } }\n    effect: { status: 503 }\n';
  const folder = await folderWith({ 'shop.json': description, 'ca.pem': certificate.cert, 'faults.yaml': rules });
  const target = url.replace('http://127.0.0.1', `${isSecure ? 'https' : 'http'}://localhost`);
  return { asked, target, stop, at: (name: string) => join(folder, name) };
}

it('simulates described operations while the real server is down, and marks the responses', async () => {
  const { target, at, stop } = await shop();
  const args = ['--target', target, '--api', at('shop.json'), '--port', '0', '--json', '--simulate-when-down'];
  const proxy = await serveHere('proxy', ...args);
  const { url } = JSON.parse(proxy.line);
  const ask = async (path: string) => {
    const response = await fetch(`${url}${path}`);
    const text = await response.text();
    return [response.status, response.headers.get('x-understudy-simulated'), text.includes('many')];
  };
  expect(await ask('/stock')).toEqual([200, null, true]);
  await stop();
  await expect.poll(() => ask('/stock').catch(String)).toEqual([200, 'target-unreachable', false]);
  await expect(ask('/nowhere')).rejects.toThrow();
  const { out } = await proxy.stop();
  expect(JSON.parse(out.slice(out.indexOf('\n'))).replaced).toEqual({ getStock: expect.any(Number) });
  const alone = await runCli('proxy', '--target', target, '--simulate-when-down');
  expect(alone).toMatchObject(refused('--simulate-when-down need --api'));
});

it('forwards only reads, simulates with state, and hides secrets in recordings', async () => {
  const { asked, target, at } = await shop(true);
  const args = ['--target', `${target}/v1`, '--api', at('shop.json'), '--simulate', 'orders', '--port', '0', '--json'];
  const files = ['--record', at('traffic.har'), '--faults', at('faults.yaml'), '--ca', at('ca.pem')];
  const proxy = await serveHere('proxy', ...args, ...files);
  const { url, controlUrl } = JSON.parse(proxy.line);
  const headers = { authorization: 'Bearer canary-token-2', 'content-type': 'application/json' };

  // Calls an operation that the real server does not have, with state and the real server's credentials.
  const made = await fetch(`${url}/orders`, { method: 'POST', headers, body: '{"item":"tea"}' });
  const { id } = Object(await made.json());
  expect(await (await fetch(`${url}/orders/${id}`, { headers })).json()).toMatchObject({ item: 'tea' });
  expect(asked).toEqual([]);

  expect(await (await fetch(`${url}/stock?key=canary-token-3`, { headers })).json()).toMatchObject({ left: 'many' });
  expect((await fetch(`${url}/stock`, { headers: { 'x-slow': '1' } })).status).toBe(503);
  const refused = await fetch(`${url}/stock`, { method: 'DELETE', headers });
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('--allow-effects')]);
  expect((await fetch(`${url}/stock?_method=DELETE`)).status).toBe(403);
  expect((await fetch(`${url}/nowhere`)).status).toBe(200);
  expect(asked).toEqual(['GET /v1/stock?key=canary-token-3 localhost', 'GET /v1/nowhere localhost']);

  // The console shows the same findings, which a thread finds after the response.
  const findings = async () => Object(await (await fetch(`${controlUrl}/_sim/apis/shop/behavior`)).json()).findings;
  await expect.poll(findings, { timeout: 20_000 }).toHaveLength(3);
  expect((await findings())[2]).toMatchObject({
    operationId: 'getStock',
    message: expect.stringContaining('left'),
    count: 1,
  });

  // Pages of the real server have the address of the proxy.
  const misplaced = await fetch(`${url}/_sim/apis`);
  expect([misplaced.status, await misplaced.text()]).toEqual([404, expect.stringContaining(controlUrl)]);

  const { code, out } = await proxy.stop();
  const report = JSON.parse(out.slice(out.indexOf('\n')));
  expect(code).toBe(1);
  expect(report).toMatchObject({
    causes: ['/body/access_token', '/body/echo', '/body/left'].map((pointer) => ({
      ...{ operationId: 'getStock', side: 'response', pointer, count: 1 },
    })),
    unknown: [{ method: 'GET', why: expect.stringContaining('/nowhere') }],
    coverage: { called: 3, operations: 4 },
    recorded: 2,
  });
  const text = await readFile(at('traffic.har'), 'utf8');
  expect(text + out).not.toContain('canary');
  expect(JSON.parse(text).log.entries).toMatchObject([
    { request: { method: 'GET' }, response: { status: 200, content: { text: expect.stringContaining('many') } } },
    { request: { url: `${target}/v1/nowhere` } },
  ]);
}, 120_000);

it('forwards only the changes that --allow-effects allows, and explains invalid options', async () => {
  const { asked, target, at } = await shop();
  const proxy = await serveHere('proxy', '--target', target, '--allow-effects', 'create', '--port', '0');
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(proxy.line)?.[0];
  expect((await fetch(`${url}/any`, { method: 'POST', body: 'x' })).status).toBe(200);
  expect((await fetch(`${url}/any`, { method: 'DELETE' })).status).toBe(403);
  const disguised = { method: 'POST', headers: { 'x-http-method-override': 'DELETE' } };
  expect((await fetch(`${url}/any`, disguised)).status).toBe(403);
  const form = new FormData();
  form.set('_method', 'DELETE');
  const sent: [path: string, RequestInit][] = [
    ['/any', { method: 'POST', body: new URLSearchParams({ a: '1', _method: 'DELETE' }) }],
    ['/any', { method: 'POST', body: form }],
    ['/any', { method: 'POST', body: '{"_method":"DELETE"}', headers: { 'content-type': 'application/json' } }],
    ['/any?%5Fmethod=DELETE', { method: 'POST' }],
    ['/oauth/token', { method: 'POST', body: new URLSearchParams({ _method: 'DELETE' }) }],
    ['/any', { method: 'POST', body: gzipSync('_method=DELETE'), headers: { 'content-encoding': 'gzip' } }],
    ['/any/..%2fstock', { method: 'POST' }],
  ];
  for (const [path, init] of sent) expect((await fetch(url + path, init)).status).toBe(403);
  expect(asked).toEqual(['POST /any localhost']);
  expect((await proxy.stop()).code).toBe(0);

  const api = at('shop.json');
  for (const [args, message] of [
    [['--api', api, '--simulate', 'createOder', '--record', at('new.har')], 'Did you mean "createOrder"?'],
    // A proxy that did not start leaves the name of its archive for the next one.
    [['--api', api, '--simulate', 'createOder', '--record', at('new.har')], 'Did you mean "createOrder"?'],
    [['--record', api], 'exists'],
  ] as const)
    expect(await runCli('proxy', '--target', target, ...args, '--port', '0')).toMatchObject(refused(message));
}, 120_000);

it('keeps responding while it searches large bodies for secrets, and reports the values it kept', async () => {
  const { target, at } = await shop();
  const file = at('kept.har');
  const args = ['--target', target, '--record', file, '--redact', 'Tenant-Seal', '--api', at('shop.json')];
  const proxy = await serveHere('proxy', ...args, '--allow-effects', 'create', '--port', '0', '--json');
  const { url } = JSON.parse(proxy.line);
  for (const body of [`content-disposition:${';name=token '.repeat(75_000)}`, `{"token":"${'\\'.repeat(900_000)}`])
    await (await fetch(`${url}/stock`, { method: 'POST', body })).text();
  const headers = {
    'tenant-seal': 'blue-moon',
    'x-blob': 'Zq1xKw7rT7919pLm9vAb3',
    'x-request-id': 'Zq1xKw7rT7919pLm9vAb4',
  };
  await (await fetch(`${url}/stock`, { headers, signal: AbortSignal.timeout(2000) })).text();
  const { out } = await proxy.stop();
  const { kept, recorded } = JSON.parse(out.slice(out.indexOf('\n')));
  expect(recorded).toBe(3);
  expect(kept).toContainEqual({
    place: 'request header x-blob',
    name: 'x-blob',
    first: `GET ${target}/stock`,
    count: 1,
  });
  expect(JSON.stringify(kept)).not.toContain('Zq1x');
  const text = await readFile(file, 'utf8');
  expect([text.includes('blue-moon'), text.includes(headers['x-request-id'])]).toEqual([false, true]);
}, 120_000);

it('records every request from startup until shutdown', async () => {
  let hold = (): void => {};
  const isHeld = new Promise<void>((resolve) => {
    hold = resolve;
  });
  const server = createServer(({ url }, response) => (url === '/held' ? hold() : response.end('{}')));
  const [target, free] = [await listen(server), createServer()];
  const { port, origin } = new URL(await listen(free));
  await new Promise((resolve) => free.close(resolve));
  const file = join(await folderWith({}), 'early.har');
  const starting = serveHere('proxy', '--target', target, '--record', file, '--port', port, '--json');
  let [isStarting, early] = [true, 0];
  const started = starting.finally(() => {
    isStarting = false;
  });
  const ask = (path: string) => fetch(`${origin}${path}`).then((response) => response.text(), String);
  while (isStarting) early += Number((await ask('/early')) === '{}');
  const { stop } = await started;
  const lost = ask('/held');
  await isHeld;
  const { out } = await stop();
  expect(await lost).toContain('failed');
  expect(JSON.parse(out.slice(out.indexOf('\n'))).recorded).toBe(early + 1);
  const { entries } = JSON.parse(await readFile(file, 'utf8')).log;
  expect(entries.at(-1).request.url).toBe(`${target}/held`);
}, 120_000);
