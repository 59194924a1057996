import { once } from 'node:events';
import { createServer, type RequestListener, type Server, request as send } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { NotesDriver } from '../testing/notes-driver.js';
import { serveHttp } from './serve-http.js';
import type { ForwardedExchange, UpstreamOptions } from './upstream-options.js';

const open: Array<{ close(): unknown }> = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({ close: () => server.closeAllConnections() }, { close: () => server.close() });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a real server with a proxy in front of it. */
async function proxied(answer: RequestListener, more: Partial<UpstreamOptions> = {}) {
  const real = createServer(answer);
  real.on('checkContinue', answer);
  const direct = await listening(real);
  const notes = new NotesDriver({ clock: 'real' });
  const exchanges: ForwardedExchange[] = [];
  const server = await serveHttp(notes.simulators, {
    ...{ port: 0, host: '127.0.0.1' },
    upstream: {
      ...{ target: direct, copiedBytes: 1000, refusal: () => undefined, simulates: () => false },
      onExchange: (exchange) => exchanges.push(exchange),
      ...more,
    },
  });
  open.push(notes.simulators, server);
  return { real, direct, url: server.url, notes, exchanges };
}

/**
 * Sends bytes and reads until the connection closes. Removes the headers that can differ: the date and the connection.
 */
async function raw(url: string, text: string, onData?: (socket: Socket, seen: string) => void): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let seen = '';
  socket.on('data', (chunk) => {
    seen += chunk.toString('latin1');
    onData?.(socket, seen);
  });
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  return seen;
}

const seenBy = (text: string) =>
  text
    .split('\r\n')
    .filter((line) => !/^(?:connection|keep-alive|date|host|content-length: 0)\b/i.test(line))
    .join('\n');

const lines = (text: string) => text.replaceAll('|', '\r\n');

const head = (start: string, ...lines: string[]) => [start, 'Host: 127.0.0.1', ...lines, '', ''].join('\r\n');

describe('a transparent proxy', () => {
  // A bar stands for the end of a line.
  const cases = [
    [
      'repeated headers',
      'GET /a?b=%20 HTTP/1.1|X-A: 1',
      '207 Many|X-One: 1|Set-Cookie: a|Set-Cookie: b|Content-Length: 2||ok',
    ],
    ['a HEAD request', 'HEAD / HTTP/1.1', '200 OK|Content-Length: 12||'],
    ['a 204 response', 'DELETE / HTTP/1.1', '204 No Content||'],
    ['a 304 response with Content-Length', 'GET / HTTP/1.1', '304 Not Modified|Content-Length: 12|ETag: "a"||'],
    [
      'response trailers',
      'GET / HTTP/1.1|TE: trailers',
      '200 OK|Trailer: X-S|Transfer-Encoding: chunked||2|ab|0|X-S: 7||',
    ],
    [
      'request trailers',
      'POST / HTTP/1.1|Transfer-Encoding: chunked|Trailer: X-T||2|ab|0|X-T: 1',
      '200 OK|Content-Length: 0||',
    ],
    [
      'interim responses',
      'GET / HTTP/1.1',
      '102 Wait||HTTP/1.1 103 Hints|Link: </a>||HTTP/1.1 200 OK|Content-Length: 0||',
    ],
    [
      'a rejected Expect: 100-continue',
      'POST / HTTP/1.1|Expect: 100-continue|Content-Length: 5',
      '417 No|Content-Length: 0||',
    ],
    ['a POST request without a body', 'POST / HTTP/1.1', '200 OK|Content-Length: 0||'],
    ['a response to an HTTP/1.0 client', 'GET / HTTP/1.0', '200 OK||until the end'],
    ['a truncated response', 'GET / HTTP/1.1', '200 OK|Content-Length: 10||half'],
    ['a truncated chunked response', 'GET / HTTP/1.1', '200 OK|Transfer-Encoding: chunked||4|half|'],
    ['a connection closed by the server', 'GET / HTTP/1.1', undefined],
  ] as const;
  it.each(cases)('forwards %s unchanged', async (_, asked, reply) => {
    const got: unknown[] = [];
    const { direct, url } = await proxied((request, response) => {
      const { method, url: path, rawHeaders, socket } = request;
      const headers = rawHeaders.map((text, index) => text + (index % 2 === 0 ? ': ' : '\r\n')).join('');
      const end = () => {
        got.push([method, path, request.rawTrailers, seenBy(headers)]);
        if (reply === undefined) response.destroy();
        else socket.end(`HTTP/1.1 ${lines(reply)}`);
      };
      if (request.headers.expect === undefined) request.resume().on('end', end);
      else end();
    });
    const text = `${lines(asked.replace(/HTTP.{4}/, '$&|Host: 127.0.0.1|Connection: close, TE'))}\r\n\r\n`;
    expect(seenBy(await raw(url, text))).toBe(seenBy(await raw(direct, text)));
    expect(got[0]).toEqual(got[1]);
  });

  it('forwards 100 Continue from the real server, and then the request body', async () => {
    const answer: RequestListener = (request, response) => {
      response.writeContinue();
      request.on('data', (chunk) => response.end(String(chunk)));
    };
    const { direct, url } = await proxied(answer);
    const text = head('POST / HTTP/1.1', 'Expect: 100-continue', 'Content-Length: 5', 'Connection: close');
    const talk = (to: string) =>
      raw(to, text, (socket, seen) => void (seen.endsWith('100 Continue\r\n\r\n') && socket.write('hello')));
    const seen = await talk(url);
    expect(seen).toContain('hello');
    expect(seenBy(seen)).toBe(seenBy(await talk(direct)));
  });

  it('aborts the upstream request if the client disconnects while sending its body', async () => {
    let aborted = 0;
    const { url, exchanges } = await proxied((request) => {
      request.on('error', () => {
        aborted += 1;
      });
    });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(`${head('POST / HTTP/1.1', 'Content-Length: 10')}half`);
    await once(socket, 'connect');
    while (aborted === 0) {
      await turn();
      socket.destroy();
    }
    while (exchanges.length === 0) await turn();
    expect(exchanges[0]).toMatchObject({ response: undefined, error: expect.any(String) });
  });

  it('forwards a WebSocket in both directions', async () => {
    const { real, url, exchanges } = await proxied((_request, response) => response.end());
    real.on('upgrade', (request, socket, first) => {
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Key: ${request.headers['sec-websocket-key']}\r\n\r\n`,
      );
      socket.write(first);
      socket.pipe(socket);
    });
    const text = head('GET /live HTTP/1.1', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: k');
    const seen = await raw(url, `${text}first`, (socket, so) => {
      if (so.endsWith('first')) socket.write('second');
      if (so.endsWith('second')) socket.end();
    });
    expect(seen).toContain('101 Switching Protocols');
    expect(seen).toContain('X-Key: k\r\n\r\nfirstsecond');
    expect(exchanges).toMatchObject([{ method: 'GET', response: { status: 101 } }]);
  });

  it('forwards any other upgrade as a plain request with its body', async () => {
    const { url } = await proxied((request, response) => request.pipe(response));
    const text = head(
      'POST / HTTP/1.1',
      'Connection: Upgrade, HTTP2-Settings, close',
      'Upgrade: h2c',
      'HTTP2-Settings: AAA',
      'Content-Length: 4',
    );
    const seen = await raw(url, `${text}body`, (socket, so) => void (so.includes('body') && socket.end()));
    expect(seen).toContain('200 OK');
  });
});

it('a proxy streams a gigabyte to a slow client without buffering it', { tags: 'slow' }, async () => {
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  const gigabyte = 1024;
  let sent = 0;
  const { url, exchanges } = await proxied((_request, response) => {
    const write = () => {
      while (sent < gigabyte) {
        sent += 1;
        if (!response.write(chunk)) return void response.once('drain', write);
      }
      response.end();
    };
    write();
  });
  const before = process.memoryUsage().rss;
  let [most, received, ahead] = [0, 0, 0];
  const request = send(url);
  request.end();
  const [response] = await once(request, 'response');
  for await (const part of response) {
    received += part.length;
    ahead = Math.max(ahead, sent * chunk.length - received);
    most = Math.max(most, process.memoryUsage.rss());
  }
  expect(received).toBe(gigabyte * chunk.length);
  // Allows for socket buffers along the way.
  expect(ahead).toBeLessThan(40 * chunk.length);
  expect(most - before).toBeLessThan(150 * chunk.length);
  expect(exchanges).toMatchObject([{ response: { size: received, body: undefined } }]);
});

describe('a proxy', () => {
  it('records decompressed bodies up to its size limit, and lists requests in the journal', async () => {
    const { gzipSync } = await import('node:zlib');
    const { url, notes, exchanges } = await proxied((request, response) => {
      request.resume().on('end', () => {
        response.setHeader('content-encoding', 'gzip');
        response.setHeader('content-type', 'application/json');
        response.end(gzipSync('{"text":"hello"}'));
      });
    });
    const seen = await fetch(`${url}/notes/a?x=1`, { method: 'PUT', body: 'y'.repeat(2000) });
    expect(await seen.json()).toEqual({ text: 'hello' });
    while (exchanges.length === 0) await turn();
    const [{ request, response, method } = {} as ForwardedExchange] = exchanges;
    expect([method, request.size, request.body, String(response?.body)]).toEqual([
      'PUT',
      2000,
      undefined,
      '{"text":"hello"}',
    ]);
    const [entry] = await notes.journal('type=request');
    expect(entry).toMatchObject({
      api: 'notes',
      operationId: 'putNote',
      status: 200,
      response: { body: { text: 'hello' } },
    });
  });

  it('applies fault rules to requests for the real server', async () => {
    const { url, notes } = await proxied((_request, response) => response.end('of the real server'));
    const set = (...faults: object[]) => notes.send('PUT /_sim/faults', { faults });
    await set({ match: { path: '/a' }, effect: { status: 503 }, times: 1 }, { effect: { headers: { 'x-own': '1' } } });
    const [first, second] = [await fetch(`${url}/a`), await fetch(`${url}/a`)];
    expect([first.status, second.headers.get('x-own'), await second.text()]).toEqual([503, '1', 'of the real server']);
    await set({ match: { operationId: 'getNote' }, effect: { body: 'mine' } }, { effect: { truncateAfter: 4 } });
    expect(await (await fetch(`${url}/notes/a`)).text()).toBe('mine');
    await expect((await fetch(`${url}/a`)).text()).rejects.toThrow();
    await set({ effect: { reset: true } });
    await expect(fetch(`${url}/a`)).rejects.toThrow();
  });

  it.each([
    ['GET', 2],
    ['DELETE', 2],
    ['POST', 1],
    ['PATCH', 1],
  ])('sends a %s request without a body %i time(s) if a keep-alive connection is lost', async (method, times) => {
    const asked: string[] = [];
    const { url } = await proxied(({ method: asks, url: path, socket }, response) => {
      asked.push(`${asks} ${path}`);
      // The connection of the first request is lost at the second one.
      if (asked.length === 2) socket.destroy();
      else response.end('done');
    });
    await (await fetch(`${url}/first`)).text();
    const answer = fetch(`${url}/second`, { method });
    if (times === 1) await expect(answer).rejects.toThrow();
    else expect(await (await answer).text()).toBe('done');
    expect(asked.slice(1)).toEqual(new Array(times).fill(`${method} /second`));
  });

  it('aborts a request after 100 interim responses', async () => {
    const { url, exchanges } = await proxied(({ socket }) => {
      const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
      const write = () => {
        if (socket.destroyed) return;
        socket.write(hint.repeat(100), write);
      };
      write();
    });
    const seen = await raw(url, head('GET / HTTP/1.1'));
    expect(seen.split('103 Early Hints').length - 1).toBe(100);
    expect(exchanges).toMatchObject([{ response: undefined, error: 'more than 100 interim responses' }]);
  });

  it('rejects paths that leave the base path of its target', async () => {
    const asked: (string | undefined)[] = [];
    const { direct } = await proxied(({ url: path }, response) => {
      asked.push(path);
      response.end();
    });
    const { url } = await proxied(() => undefined, { target: `${direct}/v1/` });
    const statusOf = async (path: string) =>
      / (\d{3}) /.exec(await raw(url, head(`GET ${path} HTTP/1.1`, 'Connection: close')))?.[1];
    for (const path of ['/../admin', '/%2e%2e/admin', '/a/..%2f../admin', '/..;/admin', '/..\\admin'])
      expect([path, await statusOf(path)]).toEqual([path, '403']);
    expect([await statusOf('/a/../b'), await statusOf('/c?d=/../e')]).toEqual(['200', '200']);
    expect(asked).toEqual(['/v1/a/../b', '/v1/c?d=/../e']);
  });

  it('stops forwarding a request body at the first rejected chunk', async () => {
    let received = '';
    let isWhole = false;
    const { url, exchanges } = await proxied(
      (request, response) => {
        request.on('data', (piece) => {
          received += piece;
        });
        request.on('error', () => undefined);
        request.on('end', () => {
          isWhole = true;
          response.end();
        });
      },
      { checkBody: () => (piece) => (piece.includes(33) ? 'it is loud' : undefined) },
    );
    expect(await (await fetch(url, { method: 'POST', body: 'quiet' })).text()).toBe('');
    expect([received, isWhole]).toEqual(['quiet', true]);
    [received, isWhole] = ['', false];
    const answer = await fetch(url, { method: 'POST', body: 'loud!' });
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('it is loud')]);
    const { signal } = new AbortController();
    const pieces = async function* () {
      yield Buffer.from('quiet');
      while (received === '') await turn();
      yield Buffer.from('loud!');
      yield Buffer.from('more');
    };
    const init = { method: 'POST', body: pieces(), duplex: 'half', signal };
    expect((await fetch(url, init as unknown as RequestInit)).status).toBe(403);
    expect([received, isWhole]).toEqual(['quiet', false]);
    expect(exchanges.at(-1)).toMatchObject({ error: 'it is loud' });
  });

  it('does not serve the control plane', async () => {
    const { url } = await proxied((request, response) => response.end(request.url));
    for (const path of [
      '/_sim',
      '/_sim/journal',
      '/_sim/ui/',
      '/~a/_sim/journal',
      '/_sim/~a/journal',
      '/%5Fsim/journal',
    ]) {
      const answer = await fetch(url + path);
      expect([path, answer.status, (await answer.text()).includes('entries')]).toEqual([
        ...[path, path.includes('%') ? 200 : 404, false],
      ]);
    }
  });

  it('simulates selected paths, and rejects disallowed requests and foreign hosts', async () => {
    let asked = 0;
    const count: RequestListener = (_request, response) => {
      asked += 1;
      response.end();
    };
    const { url } = await proxied(count, {
      simulates: (_method, path) => path.startsWith('/notes/'),
      refusal: ({ method }) => (method === 'DELETE' ? 'no' : undefined),
    });
    const headers = { tenantId: 't1', 'content-type': 'application/json' };
    expect((await fetch(`${url}/notes/a`, { method: 'PUT', headers, body: '{"text":"kept"}' })).status).toBe(200);
    expect(await (await fetch(`${url}/notes/a`, { headers })).json()).toMatchObject({ text: 'kept' });
    expect((await fetch(`${url}/other`, { method: 'DELETE' })).status).toBe(403);
    expect(await raw(url, 'GET /other HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')).toContain('403');
    expect(await raw(url, `${head('GET http://evil.example/ HTTP/1.1', 'Connection: close')}`)).toContain('403');
    expect(asked).toBe(0);
    expect((await fetch(`${url}/other`)).status).toBe(200);
    expect(asked).toBe(1);
  });
});
