import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { isObject } from '@understudy/contract';
import { afterEach, expect, it } from 'vitest';
import { NotesDriver, type NotesOptions } from '../testing/notes-driver.js';
import { serveHttp } from './serve-http.js';

const open: Array<{ close(): unknown }> = [];
afterEach(async () => {
  for (const closable of open.splice(0).reverse()) await closable.close();
});

const megabyte = 1_000_000;

/** Serves a response of 0.25 MB. */
async function serve(options: NotesOptions = {}) {
  const notes = new NotesDriver(options);
  const { url, close } = await serveHttp(notes.simulators, { port: 0, host: '127.0.0.1' });
  open.push(notes, { close });
  const answer = { match: { path: '/notes/large' }, effect: { status: 200, body: 'x'.repeat(megabyte / 4) } };
  expect(await notes.send('POST /_sim/faults', answer)).toMatchObject({ body: { faults: [{ id: 'fault-1' }] } });
  const { hostname, port } = new URL(url);
  /** Sends requests at once, and reads nothing. */
  const send = async (count: number, path: string): Promise<Socket> => {
    const socket = connect(Number(port), hostname).on('error', () => {});
    open.push({ close: () => socket.destroy() });
    await once(socket, 'connect');
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\ntenantId: t1\r\n\r\n`.repeat(count));
    return socket;
  };
  /** Returns how many were handled, after others have had several turns. */
  const handled = async (path: string): Promise<number> => {
    for (let turn = 0; turn < 20; turn += 1) await (await fetch(`${url}/_sim`)).text();
    return (await notes.journal()).filter(({ method, url: of }) => method === 'GET' && of === path).length;
  };
  return { notes, send, handled };
}

/** Reads up to a number of responses, or until the connection closes. */
async function read(socket: Socket, most: number): Promise<number> {
  let rest = '';
  let count = 0;
  try {
    for await (const chunk of socket) {
      const parts = `${rest}${chunk}`.split('HTTP/1.1 200 OK');
      count += parts.length - 1;
      rest = parts.at(-1)?.slice(-20) ?? '';
      if (count === most) break;
    }
  } catch (error) {
    // A server that closes a connection before it has read all requests resets it.
    if (!isObject(error) || error['code'] !== 'ECONNRESET') throw error;
  }
  return count;
}

it('handles few pipelined requests while a client reads no responses, and the rest afterwards', async () => {
  const { send, handled } = await serve();
  const socket = await send(200, '/notes/large');
  expect(await handled('/notes/large')).toBeLessThan(80);
  expect(await read(socket, 200)).toBe(200);
});

it('drops the queued requests of a closed connection', async () => {
  const { notes, send, handled } = await serve();
  const socket = await send(200, '/notes/large');
  await handled('/notes/large');
  const { account } = notes.simulators.server;
  const whileOpen = account.bytes;
  socket.destroy();
  expect(await handled('/notes/large')).toBeLessThan(80);
  expect(account.bytes).toBeLessThan(whileOpen - megabyte / 2);
});

it('answers the first requests of a connection, and closes it if too many are pipelined', async () => {
  const { send } = await serve();
  const answered = await read(await send(5000, '/notes'), 5000);
  expect(answered).toBeLessThan(2000);
});

it('closes the longest waiting connections if unread responses take too much memory', async () => {
  const { notes, send, handled } = await serve({ memory: { memoryBytes: 16 * megabyte, journalEntries: 2 } });
  const sockets: Socket[] = [];
  for (let count = 0; count < 6; count += 1) {
    sockets.push(await send(80, '/notes/large'));
    await handled('/notes/large');
  }
  expect(notes.simulators.server.account.bytes).toBeGreaterThan(2 * megabyte);
  expect(notes.simulators.server.account.bytes).toBeLessThan(6 * megabyte);
  const [first, last] = await Promise.all(
    [sockets[0], sockets[5]].map((socket) => socket && read(socket, 80).catch(() => -1)),
  );
  expect(first).not.toBe(80);
  expect(last).toBe(80);
});
