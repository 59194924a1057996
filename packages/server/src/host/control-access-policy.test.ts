import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { NotesDriver } from '../testing/notes-driver.js';
import { type HttpOptions, type HttpServer, serveHttp } from './serve-http.js';

const open: Array<{ close(): Promise<void> }> = [];
const serve = async (options: Partial<HttpOptions> = {}): Promise<HttpServer> => {
  const notes = new NotesDriver();
  const server = await serveHttp(notes.simulators, { port: 0, host: '127.0.0.1', ...options });
  open.push(server, notes);
  return server;
};
afterEach(async () => {
  for (const closable of open.splice(0)) await closable.close();
});

/** Sends a request line and headers unchanged. `Host` is the server's own unless specified. */
async function ask(server: HttpServer, line: string, headers: Record<string, string> = {}): Promise<string> {
  const { host, hostname, port } = new URL(server.listening);
  const socket = connect(Number(port), hostname);
  const named = Object.entries({ Host: host, Connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write(`${line} HTTP/1.1\r\n${named.join('\r\n')}\r\n\r\n`);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'close');
  return answer;
}

const statusOf = (answer: string): number => Number(answer.slice(9, 12));
const json = { 'Content-Type': 'application/json' };

describe('access to the control plane', () => {
  it('is allowed for every spelling of a loopback host, on any port', async () => {
    const server = await serve();
    for (const host of ['localhost', 'LOCALHOST:1', 'b2.localhost:4010', '127.0.0.1', '127.1.2.3:9', '[::1]:4010']) {
      expect([host, statusOf(await ask(server, 'GET /_sim', { Host: host }))]).toEqual([host, 200]);
    }
  });

  it('is denied with 403 for other hosts, to prevent DNS rebinding', async () => {
    const server = await serve();
    const hosts = [
      'rebind.example',
      'localhost.rebind.example',
      '127.0.0.1.rebind.example',
      'localhost.',
      '192.0.2.1',
      '[::2]',
    ];
    for (const host of hosts) {
      for (const path of ['/_sim', '/_sim/journal', '/~b2/_sim/clock', '/_sim?x=1']) {
        expect([host, path, statusOf(await ask(server, `GET ${path}`, { Host: host }))]).toEqual([host, path, 403]);
      }
    }
    expect(await ask(server, 'GET /_sim', { Host: 'rebind.example:80' })).toContain('--allowed-hosts rebind.example');
    // The simulated APIs do not check the origin of a request.
    expect(statusOf(await ask(server, 'GET /notes/a', { Host: 'rebind.example', tenantId: 't1' }))).toBe(404);
  });

  it('is not possible through other spellings of its path', async () => {
    const server = await serve();
    for (const path of [
      '/%5fsim/reset',
      '/_sim/../_sim/reset',
      '//_sim/reset',
      '/x/../_sim/reset',
      'http://a/_sim/reset',
    ]) {
      const status = statusOf(
        await ask(server, `POST ${path}`, { Host: 'rebind.example', ...json, 'Content-Length': '0' }),
      );
      expect([path, status]).toEqual([path, expect.toSatisfy((one) => one === 403 || one === 404)]);
    }
    // Browsers never send a fragment. The access policy and the pipeline must parse such URLs alike.
    expect(statusOf(await ask(server, 'GET /~a#b/_sim/metrics', { Host: 'rebind.example' }))).toBe(403);
  });

  it('is allowed for the public host and for configured hosts', async () => {
    const server = await serve({ publicUrl: 'https://sim.example/base', allowedHosts: ['sim'] });
    for (const host of ['sim.example', 'sim.example:443', 'SIM:4010']) {
      expect([host, statusOf(await ask(server, 'GET /_sim', { Host: host }))]).toEqual([host, 200]);
    }
    expect(statusOf(await ask(server, 'GET /_sim', { Host: 'other.example' }))).toBe(403);
  });

  it('is allowed for any IP address if the server listens on all interfaces', async () => {
    const server = await serve({ host: '0.0.0.0' });
    expect(statusOf(await ask(server, 'GET /_sim', { Host: '192.0.2.1:4010' }))).toBe(200);
    expect(statusOf(await ask(server, 'GET /_sim', { Host: 'rebind.example' }))).toBe(403);
  });

  it('is denied for requests, preflights and cross-site loads from other origins', async () => {
    const server = await serve();
    for (const origin of ['https://page.example', 'http://localhost:5173', 'null', 'http://127.0.0.1:1']) {
      const answer = await ask(server, 'POST /_sim/reset', { Origin: origin, ...json, 'Content-Length': '0' });
      expect([origin, statusOf(answer)]).toEqual([origin, 403]);
      expect(answer.toLowerCase()).not.toContain('access-control-allow');
      const asking = { Origin: origin, 'Access-Control-Request-Method': 'DELETE' };
      const preflight = await ask(server, 'OPTIONS /_sim/sandboxes/b2', asking);
      expect([statusOf(preflight), preflight.toLowerCase().includes('access-control-allow')]).toEqual([403, false]);
    }
    expect(statusOf(await ask(server, 'GET /_sim/journal', { 'Sec-Fetch-Site': 'cross-site' }))).toBe(403);
  });

  it('is allowed for its own origin and for configured origins', async () => {
    const server = await serve({ allowedOrigins: ['http://localhost:5173'] });
    const own = await ask(server, 'POST /_sim/reset', { Origin: server.url, ...json, 'Content-Length': '0' });
    expect(statusOf(own)).toBe(200);
    const headers = { Origin: 'http://localhost:5173', 'Sec-Fetch-Site': 'cross-site' };
    const allowed = await ask(server, 'POST /_sim/reset', { ...headers, ...json, 'Content-Length': '0' });
    expect(allowed).toMatch(/^HTTP\/1\.1 200 [\s\S]*access-control-allow-origin: http:\/\/localhost:5173\r\n/i);
    const asking = { ...headers, 'Access-Control-Request-Method': 'POST' };
    expect(statusOf(await ask(server, 'OPTIONS /_sim/reset', asking))).toBe(204);
  });

  it('is denied for a POST that a page could send without a preflight', async () => {
    const server = await serve();
    const simple = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', undefined];
    for (const type of simple) {
      const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type };
      const answer = await ask(server, 'POST /_sim/reset', { ...headers, 'Content-Length': '0' });
      expect([type, statusOf(answer)]).toEqual([type, 403]);
    }
    for (const headers of [json, { 'X-Understudy': '1' }]) {
      expect(statusOf(await ask(server, 'POST /_sim/reset', { ...headers, 'Content-Length': '0' }))).toBe(200);
    }
    // Inboxes accept all webhooks, whatever their content.
    const xml = { 'Content-Type': 'text/xml', 'Content-Length': '4' };
    expect(statusOf(await ask(server, 'POST /_sim/inbox/in', { ...xml, 'Content-Length': '0' }))).toBe(204);
  });
});

describe('CORS', () => {
  const asking = { Origin: 'http://localhost:5173', tenantId: 't1' };
  const preflight = { ...asking, 'Access-Control-Request-Method': 'PUT' };

  it('can be disabled', async () => {
    const server = await serve({ cors: 'off' });
    expect(await ask(server, 'GET /notes/a', asking)).not.toMatch(/access-control-/i);
    expect(statusOf(await ask(server, 'OPTIONS /notes/a', preflight))).toBe(405);
  });

  it('can be limited to one origin', async () => {
    const server = await serve({ cors: ['http://localhost:5173'] });
    expect(await ask(server, 'GET /notes/a', asking)).toMatch(/access-control-allow-origin: http:\/\/localhost:5173/i);
    expect(statusOf(await ask(server, 'OPTIONS /notes/a', preflight))).toBe(204);
    const other = { ...preflight, Origin: 'http://localhost:5174' };
    expect(await ask(server, 'OPTIONS /notes/a', other)).toMatch(/^HTTP\/1\.1 405 (?![\s\S]*access-control-)/i);
  });
});

describe('the Host header', () => {
  it('must contain exactly one valid host', async () => {
    const server = await serve();
    for (const host of ['a.example\r\nHost: b.example', 'a.example, b.example', 'a"><b', 'user@a', 'a/b']) {
      expect([host, statusOf(await ask(server, 'GET /notes/a', { Host: host, tenantId: 't1' }))]).toEqual([host, 400]);
    }
  });
});
