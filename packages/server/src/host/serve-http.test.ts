import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { NotesDriver } from '../testing/notes-driver.js';
import { type HttpOptions, type HttpServer, serveHttp } from './serve-http.js';

const open: Array<{ close(): Promise<void> }> = [];
const serve = async (options: Partial<HttpOptions> = {}): Promise<HttpServer & { notes: NotesDriver }> => {
  const notes = new NotesDriver();
  const server = await serveHttp(notes.simulators, { port: 0, host: '127.0.0.1', ...options });
  open.push(server, notes);
  return { ...server, notes };
};
afterEach(async () => {
  for (const closable of open.splice(0)) await closable.close();
});

/** Sends bytes unchanged and reads the whole response. */
async function raw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(text);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'close');
  return answer;
}

describe('serveHttp', () => {
  it('serves the control plane with links to the requested host', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/_sim`, { headers: { host: 'sim.test:99' } });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toMatchObject({ url });
  });

  it('compresses long control plane responses, but not API responses', async () => {
    const { url } = await serve();
    const codingOf = async (path: string, coding: string) => {
      const response = await fetch(url + path, { headers: { 'accept-encoding': coding } });
      const text = await response.text();
      return [response.headers.get('content-encoding'), text.length > 2000];
    };
    expect(await codingOf('/_sim/openapi.json', 'gzip')).toEqual(['gzip', true]);
    expect(await codingOf('/_sim/openapi.json', 'gzip;q=0')).toEqual([null, true]);
    expect(await codingOf('/_sim/openapi.json', 'br, gzip;q=0.5')).toEqual(['gzip', true]);
    expect(await codingOf('/_sim/openapi.json', 'identity')).toEqual([null, true]);
    expect(await codingOf('/_sim/health/live', 'gzip')).toEqual([null, false]);
    expect(await codingOf(`/${'n'.repeat(2000)}`, 'gzip')).toEqual([null, true]);
  });

  it.each([undefined, 'https://sim.example'])(
    'serves each sandbox at its own host name, with the public URL %s',
    async (publicUrl) => {
      const { listening, notes } = await serve(publicUrl === undefined ? {} : { publicUrl });
      const { port } = new URL(listening);
      const at = async (host: string, line: string, body = '') => {
        const head = `host: ${host}\r\ntenantId: t1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
        return await raw(listening, `${line} HTTP/1.1\r\n${head}\r\nconnection: close\r\n\r\n${body}`);
      };
      expect(await at(`b2.localhost:${port}`, 'PUT /notes/a', '{"text":"of b2"}')).toContain('200 OK');
      expect((await notes.send('GET /~b2/notes/a')).body.text).toBe('of b2');
      expect(await at(`B2.localhost:${port}`, 'GET /notes/a')).toContain('of b2');
      for (const host of [`localhost:${port}`, `other.localhost:${port}`, `b2.test:${port}`]) {
        expect(await at(host, 'GET /notes/a')).toContain('404 Not Found');
      }
      expect(await at(`b2.localhost:${port}`, 'GET /~other/notes/a')).toContain('404 Not Found');
      expect(await at(`b2.localhost:${port}`, 'GET /_sim')).toContain(`"url":"http://b2.localhost:${port}"`);
      expect(await at(`no_name.localhost:${port}`, 'GET /notes/a')).toContain('404 Not Found');
    },
  );

  it('creates no sandbox when a browser opens the console at a sandbox host', async () => {
    const { listening, notes } = await serve({ pages: import.meta.dirname });
    const { port } = new URL(listening);
    for (const path of ['/', '/_sim/ui/']) {
      const head = `Host: typo.localhost:${port}\r\nAccept: text/html\r\nConnection: close`;
      const answer = await raw(listening, `GET ${path} HTTP/1.1\r\n${head}\r\n\r\n`);
      expect(answer).toContain(`location: //localhost:${port}/_sim/~typo/ui/\r\n`);
    }
    expect((await notes.send('GET /_sim/sandboxes')).body.sandboxes).toHaveLength(1);
  });

  it('returns both URLs of a sandbox, and accepts inbox messages at its host URL', async () => {
    const { url, notes } = await serve();
    const { port } = new URL(url);
    const create = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"b2"}' };
    expect(await (await fetch(`${url}/_sim/sandboxes`, create)).json()).toMatchObject({
      url: `${url}/~b2`,
      hostUrl: `http://b2.localhost:${port}`,
    });
    const webhook = { url: `http://b2.localhost:${port}/_sim/inbox/in`, headers: {}, body: {} };
    const policy = { timeoutSeconds: 5, attempts: 1, retryDelaysSeconds: [] };
    expect(await notes.simulators.server.sendToOwnInbox({ ...webhook, policy }, 'default')).toMatchObject({
      outcome: 'delivered',
    });
    expect((await notes.send('GET /~b2/_sim/inbox/in/messages')).body.count).toBe(1);
  });

  it('uses the public URL if one is configured', async () => {
    const { notes, ...server } = await serve({ publicUrl: 'https://sim.example/base' });
    expect(server.url).toBe('https://sim.example/base');
    expect(notes.simulators.ownOrigins).toContain('https://sim.example');
  });

  it('allows CORS requests and preflights from any origin', async () => {
    const { url } = await serve();
    const origin = 'http://localhost:5173';
    const preflight = await fetch(`${url}/notes/a`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'tenantid' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'PUT']);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('tenantid');
    const response = await fetch(`${url}/notes/a`, { headers: { origin, tenantId: 't1' } });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([404, origin]);
    const exposed = response.headers.get('access-control-expose-headers')?.split(', ') ?? [];
    const readable = [...response.headers.keys()].filter(
      (name) => !/^(?:access-control-.*|content-(?:type|length))$/.test(name),
    );
    expect(exposed).toEqual(
      expect.arrayContaining(readable.filter((name) => !/^(?:connection|keep-alive)$/.test(name))),
    );
  });

  it('handles an OPTIONS request that is not a preflight like any other method', async () => {
    const { url } = await serve();
    expect((await fetch(`${url}/notes/a`, { method: 'OPTIONS' })).status).toBe(405);
  });

  it('returns a problem response for oversized headers and for input that is not HTTP', async () => {
    const { url } = await serve();
    const long = await raw(url, `GET /_sim HTTP/1.1\r\nHost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(long).toMatch(/^HTTP\/1\.1 431 /);
    expect(long).toContain('The headers exceed the limit of 16 KiB in total');
    expect(await raw(url, 'nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*application\/problem\+json/);
  });

  it('passes a path with invalid percent-encoding to the API', async () => {
    const { url } = await serve();
    const answer = await raw(url, 'GET /notes/%ff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"fault":"\/path"/);
  });

  it('reports that a port is in use', async () => {
    const { url, notes } = await serve();
    const port = Number(new URL(url).port);
    await expect(serveHttp(notes.simulators, { port, host: '127.0.0.1' })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  it('delivers webhooks to inboxes of the same server without a network connection', async () => {
    const { url, notes } = await serve();
    await notes.send('POST /notes/j/shout', { text: 'hey', url: `${url}/_sim/inbox/in` });
    expect((await notes.send('GET /_sim/inbox/in/messages')).body.count).toBe(1);
  });
});
