import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { closing, type Frame, FrameWriter, readFrames } from './peer-frames.js';
import { PeerLinks } from './peer-links.js';
import { peerProtocol } from './peer-request.js';
import { formatMessageHead } from './relay.js';

const open: Array<() => unknown> = [];
afterEach(() => {
  for (const close of open.splice(0).reverse()) close();
});

/** A connection that the other server accepted. */
class Accepted {
  readonly frames: FrameWriter;
  readonly requests: Frame[] = [];

  constructor(socket: Duplex) {
    socket.on('error', () => undefined);
    const headers = ['Connection', 'Upgrade', 'Upgrade', peerProtocol];
    socket.write(formatMessageHead('HTTP/1.1 101 Switching Protocols', headers));
    this.frames = new FrameWriter(socket);
    readFrames(socket, (frame) => this.requests.push(frame));
  }

  async received(count: number): Promise<void> {
    await expect.poll(() => this.requests.length).toBe(count);
  }

  respond(index: number, status: number): void {
    this.frames.write('response', this.requests[index]?.id ?? 0, JSON.stringify({ status, headers: [] }));
  }
}

/** Starts another server whose responses the test writes. It accepts no connection while `isStopped`. */
async function startPeer() {
  const peer = { accepted: [] as Accepted[], isStopped: false };
  const server = createServer();
  server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => {
    open.push(() => socket.destroy());
    if (!peer.isStopped) peer.accepted.push(new Accepted(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const links = new PeerLinks('secret');
  open.push(
    () => server.close(),
    () => links.close(),
  );
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const request = { method: 'GET', url: '/', origin: address, headers: {} };
  const send = async () => {
    const result = await links.send(address, request, new Uint8Array(), () => Promise.resolve(true));
    return typeof result === 'string' ? result : result.status;
  };
  return { peer, send };
}

it('uses one connection for concurrent requests, and a new one after the other server closes it', async () => {
  const { peer, send } = await startPeer();
  const [first, second] = [send(), send()];
  await expect.poll(() => peer.accepted.length).toBe(1);
  const [old] = peer.accepted as [Accepted];
  await old.received(2);
  old.respond(1, 202);
  expect(await second).toBe(202);
  old.frames.write('end', closing);
  const sendNext = () => {
    void send();
    return peer.accepted.length;
  };
  await expect.poll(sendNext).toBe(2);
  old.respond(0, 201);
  expect(await first).toBe(201);
});

it('reports a stopped server as unreachable within three seconds, and keeps the request that it received', {
  tags: 'slow',
}, async () => {
  const { peer, send } = await startPeer();
  const first = send();
  await expect.poll(() => peer.accepted.length).toBe(1);
  peer.isStopped = true;
  const results = new Set<unknown>();
  const sendNext = () => {
    void send().then((result) => results.add(result));
    return [...results];
  };
  await expect.poll(sendNext, { timeout: 3000, interval: 100 }).toEqual(['unreachable']);
  peer.accepted[0]?.respond(0, 200);
  expect(await first).toBe(200);
});
