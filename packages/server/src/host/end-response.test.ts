import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { NotesDriver } from '../testing/notes-driver.js';
import { type BodyDrainLimits, endResponse } from './end-response.js';
import { serveHttp } from './serve-http.js';

const open: Array<{ close(): Promise<void> }> = [];
afterEach(async () => {
  for (const closable of open.splice(0)) await closable.close();
});

async function serve(): Promise<number> {
  const notes = new NotesDriver();
  const server = await serveHttp(notes.simulators, { port: 0, host: '127.0.0.1' });
  open.push(server, notes);
  return Number(new URL(server.url).port);
}

/** Starts a server that rejects all requests at once and drains their bodies within these limits. */
async function serveRefusals(limits: BodyDrainLimits): Promise<number> {
  const server = createServer((_, response) => endResponse(response.writeHead(404), 'no', limits));
  open.push({
    async close() {
      server.close();
      server.closeAllConnections();
    },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Returns the head of a request whose client closes the connection afterwards. */
function headOf(line: string, length: number, more = ''): string {
  return `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`;
}

/** Records what a client sees on its connection. */
function watch(socket: Socket): { answer: () => string; failure: () => string | undefined; closed: Promise<void> } {
  let answer = '';
  let failure: string | undefined;
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    failure = error.code;
  });
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
  });
  return { answer: () => answer, failure: () => failure, closed };
}

const megabyte = 1024 * 1024;

describe('a request body rejected before it arrives', () => {
  it.each([
    ['too large for the operation', 'POST /_sim/inbox/a', 30 * megabyte, '', 413],
    ['sent to an unknown path', 'POST /nowhere', 30 * megabyte, '', 404],
    ['sent from a foreign origin', 'POST /_sim/reset', 30 * megabyte, 'Origin: http://evil.example\r\n', 403],
    ['sent with two Host headers', 'POST /nowhere', 30 * megabyte, 'Host: other\r\n', 400],
  ])(
    'can be sent completely before the client reads the response if it is %s',
    async (_, line, length, more, status) => {
      const socket = connect(await serve(), '127.0.0.1');
      const seen = watch(socket);
      socket.pause();
      socket.write(headOf(line, length, more));
      const piece = Buffer.alloc(megabyte, 'x');
      for (let sent = 0; sent < length; sent += piece.length) {
        // Sends in pieces over several turns of the event loop, so that the server could close before the last one.
        await new Promise<void>((resolve) => socket.write(piece, () => resolve()));
      }
      socket.resume();
      await seen.closed;
      expect(seen.failure()).toBeUndefined();
      expect(seen.answer()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    },
  );

  it('leaves a keep-alive connection usable', async () => {
    const socket = connect(await serve(), '127.0.0.1');
    const seen = watch(socket);
    const kept = headOf('POST /nowhere', megabyte).replace('Connection: close\r\n', '');
    socket.write(kept);
    await once(socket, 'data');
    socket.write('x'.repeat(megabyte));
    socket.write(headOf('GET /_sim', 0));
    await seen.closed;
    expect(seen.answer().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 200']);
  });

  it('is drained only up to a byte limit and a time limit', async () => {
    const bytes = connect(await serveRefusals({ bytes: megabyte, milliseconds: 60_000 }), '127.0.0.1');
    const many = watch(bytes);
    bytes.write(headOf('POST /nowhere', 1000 * megabyte));
    await once(bytes, 'data');
    for (let sent = 0; sent < 500 && !bytes.destroyed; sent += 1) {
      await Promise.race([new Promise((resolve) => bytes.write(Buffer.alloc(megabyte), resolve)), many.closed]);
    }
    await many.closed;
    expect(bytes.bytesWritten).toBeLessThan(100 * megabyte);

    const stalled = connect(await serveRefusals({ bytes: megabyte, milliseconds: 50 }), '127.0.0.1');
    const long = watch(stalled);
    stalled.write(headOf('POST /nowhere', megabyte));
    await long.closed;
    expect(long.answer()).toMatch(/^HTTP\/1\.1 404 /);
  });
});
