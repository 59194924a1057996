import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { connectionId, type Frame, FrameWriter, peerProtocol, readFrames } from './peer-frames.js';
import { type LinkTimes, PeerLinks } from './peer-links.js';
import { formatMessageHead } from './relay.js';

const open: Array<() => unknown> = [];
afterEach(() => {
  for (const close of open.splice(0).reverse()) close();
});

/** A connection that the other server accepted. */
class Accepted {
  readonly frames: FrameWriter;
  readonly requests: Frame[] = [];
  isSilent = false;
  pings = 0;

  constructor(socket: Duplex) {
    socket.on('error', () => undefined);
    const headers = ['Connection', 'Upgrade', 'Upgrade', peerProtocol];
    socket.write(formatMessageHead('HTTP/1.1 101 Switching Protocols', headers));
    this.frames = new FrameWriter(socket);
    readFrames(socket, (frame) => {
      if (frame.kind === 'ping' && !this.isSilent) {
        this.pings += 1;
        this.frames.write('pong', frame.id);
      }
      if (frame.kind === 'request') this.requests.push(frame);
    });
  }

  async received(count: number): Promise<void> {
    await expect.poll(() => this.requests.length).toBe(count);
  }

  respond(index: number, status: number): void {
    this.frames.write('response', this.requests[index]?.id ?? 0, JSON.stringify({ status, headers: [] }));
  }
}

/** Starts another server whose responses the test writes. It accepts no connection while `isStopped`. */
async function startPeer(times?: LinkTimes) {
  const peer = { accepted: [] as Accepted[], isStopped: false };
  const server = createServer();
  server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => {
    open.push(() => socket.destroy());
    if (!peer.isStopped) peer.accepted.push(new Accepted(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const links = new PeerLinks('secret', times);
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
  return { peer, send, responds: () => links.responds(address) };
}

it('uses one connection for concurrent requests, and a new one after the other server closes it', async () => {
  const { peer, send } = await startPeer();
  const [first, second] = [send(), send()];
  await expect.poll(() => peer.accepted.length).toBe(1);
  const [old] = peer.accepted as [Accepted];
  await old.received(2);
  old.respond(1, 202);
  expect(await second).toBe(202);
  old.frames.write('end', connectionId);
  const sendNext = () => {
    void send();
    return peer.accepted.length;
  };
  await expect.poll(sendNext).toBe(2);
  old.respond(0, 201);
  expect(await first).toBe(201);
});

it('reports a stopped server as unreachable within 3 seconds, but awaits an earlier response', {
  tags: 'slow',
}, async () => {
  const { peer, send } = await startPeer();
  const first = send();
  await expect.poll(() => peer.accepted.length).toBe(1);
  peer.isStopped = true;
  for (const each of peer.accepted) each.isSilent = true;
  const results = new Set<unknown>();
  const sendNext = () => {
    void send().then((result) => results.add(result));
    return [...results];
  };
  await expect.poll(sendNext, { timeout: 3000, interval: 100 }).toEqual(['unreachable']);
  peer.accepted[0]?.respond(0, 200);
  expect(await first).toBe(200);
});

it('reports a request as lost when the server that owns the sandbox stops responding', async () => {
  const { peer, send, responds } = await startPeer({ response: 50, silence: 200, check: 10 });
  const first = send();
  await expect.poll(() => peer.accepted.length).toBe(1);
  const [old] = peer.accepted as [Accepted];
  await old.received(1);
  expect(await responds()).toBe(true);
  // The network drops all packets.
  old.isSilent = true;
  peer.isStopped = true;
  expect(await first).toBe('lost');
  expect([await send(), await responds()]).toEqual(['unreachable', false]);
});

it('waits for a slow request as long as the other server responds to pings', async () => {
  const { peer, send } = await startPeer({ response: 200, silence: 400, check: 10 });
  const slow = send();
  await expect.poll(() => peer.accepted.length).toBe(1);
  const [only] = peer.accepted as [Accepted];
  await only.received(1);
  const pings = () => only.pings;
  await expect.poll(pings, { timeout: 5000 }).toBeGreaterThan(60);
  only.respond(0, 200);
  expect(await slow).toBe(200);
  expect(peer.accepted).toHaveLength(1);
});
