import { once } from 'node:events';
import { connect } from 'node:net';
import type { MemoryLimits } from '@understudy/kernel';
import { afterEach, describe, expect, it } from 'vitest';
import { NotesDriver } from '../testing/notes-driver.js';
import { serveHttp } from './serve-http.js';

const open: Array<{ close(): Promise<void> }> = [];
async function serve(memory: Partial<MemoryLimits> = {}) {
  const notes = new NotesDriver({ memory });
  const server = await serveHttp(notes.simulators, { port: 0, host: '127.0.0.1' });
  open.push(server, notes);
  return { url: server.url, port: Number(new URL(server.url).port), notes };
}
afterEach(async () => {
  for (const closable of open.splice(0)) await closable.close();
});

const head = (method: string, path: string, length: number) =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\ntenantId: t1\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

/** Returns the response that arrives before any of the body is sent. */
async function answerToHead(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return String(answer);
}

describe('a request body', () => {
  it('of an API call is rejected, and recorded in the journal, if the client disconnects', async () => {
    const { port, notes } = await serve();
    const socket = connect(port, '127.0.0.1');
    // The part received so far is valid JSON and would be accepted.
    socket.write(`${head('PUT', '/notes/a', 100)}{"text":"half"}`);
    const broken = notes.send('POST /_sim/journal/wait', {
      match: { type: 'request', failed: true },
      count: 1,
      timeout: 'PT20S',
    });
    await once(socket, 'ready');
    await new Promise<void>((resolve) => socket.write(' ', () => resolve()));
    socket.destroy();
    expect((await broken).body.entries).toMatchObject([
      {
        method: 'PUT',
        url: '/notes/a',
        error: 'The client disconnected after 16 of 100 bytes of the body; the request was not executed',
      },
    ]);
    expect((await notes.send('GET /notes/a')).status).toBe(404);
  });

  it('of an inbox message is rejected, and recorded in the journal, if the client disconnects', async () => {
    const { port, notes } = await serve();
    const socket = connect(port, '127.0.0.1');
    socket.write(`${head('POST', '/_sim/inbox/a', 100)}{"text":"half"}`);
    const broken = notes.send('POST /_sim/journal/wait', { match: { type: 'message' }, count: 1, timeout: 'PT20S' });
    await once(socket, 'ready');
    await new Promise<void>((resolve) => socket.write(' ', () => resolve()));
    socket.destroy();
    expect((await broken).body.entries).toMatchObject([
      {
        method: 'POST',
        url: '/_sim/inbox/a',
        error: 'The client disconnected after 16 of 100 bytes of the body; the request was not executed',
      },
    ]);
    expect((await notes.send('GET /_sim/inbox/a/messages')).body.count).toBe(0);
  });

  it('is not awaited if the operation is unknown or the body is too large', async () => {
    const { port } = await serve();
    expect(await answerToHead(port, head('POST', '/nowhere', 50_000_000))).toMatch(/^HTTP\/1\.1 404 /);
    expect(await answerToHead(port, head('DELETE', '/_sim', 50_000_000))).toMatch(/^HTTP\/1\.1 405 /);
    expect(await answerToHead(port, head('POST', '/_sim/inbox/a', 2_000_000))).toMatch(/^HTTP\/1\.1 413 /);
    expect(await answerToHead(port, head('PUT', '/notes/a', 200_000_000))).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('is rejected with 503 while other uploads fill the limit, unless it is small', async () => {
    const { port, url } = await serve({ uploadBytes: 300_000 });
    const stalled = connect(port, '127.0.0.1');
    stalled.write(head('POST', '/_sim/inbox/a', 290_001) + 'x'.repeat(290_000));
    const send = (length: number) => fetch(`${url}/_sim/inbox/a`, { method: 'POST', body: 'x'.repeat(length) });
    // The stalled request can arrive after the first of these.
    let refused = await send(200_000);
    for (let tries = 0; refused.status !== 503 && tries < 1000; tries += 1) refused = await send(200_000);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await send(1000)).status).toBe(204);
    stalled.write('x');
    await once(stalled, 'data');
    expect((await send(200_000)).status).toBe(204);
    stalled.destroy();
  });
});
