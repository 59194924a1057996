import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { OutgoingResponse } from '@understudy/kernel';
import { isControlPath } from '@understudy/kernel/serving';
import type { Simulators } from '../simulators.js';
import type { ControlAccessPolicy } from './control-access-policy.js';
import {
  connectionId,
  type Frame,
  FrameWriter,
  isPeerCredential,
  type PeerRequest,
  peerProtocol,
  readFrames,
  silenceLimitMs,
} from './peer-frames.js';
import { readHeaders, selectEndToEndHeaders } from './read-headers.js';
import { formatMessageHead } from './relay.js';
import type { UpstreamProxy } from './upstream.js';

/** Forwards messages that Node would otherwise handle itself: `Expect`, `Upgrade` and long uploads. */
export function forwardEverything(
  server: Server,
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
  door: ControlAccessPolicy,
  upstream: UpstreamProxy,
): void {
  server.requestTimeout = 0;
  server.on('checkContinue', onRequest);
  server.on('upgrade', (request, socket, head) => {
    const { method = 'GET', url = '/', rawHeaders } = request;
    const headers = readHeaders(rawHeaders, socket);
    const { upgrade = '', host = '' } = headers;
    const isKnown = door.refusal({ method: 'GET', url, headers: { host } }) === undefined;
    if (upgrade.toLowerCase() === 'websocket' && isKnown && !isControlPath(url)) {
      upstream.upgrade({ method, url, headers, upgrade }, request, socket, head);
      return;
    }
    serveWithoutUpgrade(server, request, socket, head);
  });
}

/** Serves the request as if it had no `Upgrade` header. */
function serveWithoutUpgrade(
  server: Server,
  { method = 'GET', url = '/', rawHeaders }: IncomingMessage,
  socket: Duplex,
  head: Uint8Array,
): void {
  const rest = selectEndToEndHeaders(rawHeaders, { chunked: true });
  socket.unshift(Buffer.concat([Buffer.from(formatMessageHead(`${method} ${url} HTTP/1.1`, rest), 'latin1'), head]));
  server.emit('connection', socket);
}

/**
 * Accepts connections from other servers.
 * @returns a function that closes them, either immediately or after the last responses
 */
export function acceptPeers(server: Server, simulators: Simulators, secret: string): (isGraceful: boolean) => void {
  const peers = new Map<Duplex, () => void>();
  server.on('upgrade', (request, socket, head) => {
    const { upgrade, authorization } = request.headers;
    if (upgrade !== peerProtocol) return serveWithoutUpgrade(server, request, socket, head);
    if (!isPeerCredential(authorization, secret)) {
      socket.end(formatMessageHead('HTTP/1.1 403 Forbidden', ['Connection', 'close', 'Content-Length', '0']));
      return;
    }
    if (head.length > 0) socket.unshift(head);
    peers.set(socket, acceptPeer(simulators, socket));
    socket.on('close', () => peers.delete(socket));
  });
  return (isGraceful) => {
    for (const [socket, leave] of peers) {
      if (isGraceful) leave();
      else socket.destroy();
    }
  };
}

/**
 * Serves requests that another server forwards over one connection.
 * @returns a function that closes the connection after the last response
 */
function acceptPeer(simulators: Simulators, socket: Duplex): () => void {
  socket.write(
    formatMessageHead('HTTP/1.1 101 Switching Protocols', ['Connection', 'Upgrade', 'Upgrade', peerProtocol]),
  );
  const frames = new FrameWriter(socket);
  const streams = new Map<number, AsyncIterator<string>>();
  socket.on('error', () => undefined);
  socket.on('close', () => {
    for (const stream of streams.values()) void stream.return?.();
  });
  // A server that is still reading a stream sends pings.
  if (socket instanceof Socket) socket.setTimeout(silenceLimitMs, () => streams.size > 0 && socket.destroy());
  readFrames(socket, (frame) => {
    if (frame.kind === 'request') {
      answer(simulators, frame, frames, streams).catch((error: unknown) => {
        simulators.server.onDefect(error, 'request of another server');
        frames.write('broken', frame.id);
      });
    } else if (frame.kind === 'ping') frames.write('pong', frame.id);
    else if (frame.kind === 'pull') void pull(frame.id, frames, streams);
    else {
      void streams.get(frame.id)?.return?.();
      streams.delete(frame.id);
    }
  });
  return () => frames.write('end', connectionId);
}

async function answer(
  simulators: Simulators,
  { id, head, body }: Frame,
  frames: FrameWriter,
  streams: Map<number, AsyncIterator<string>>,
): Promise<void> {
  const sent: PeerRequest = JSON.parse(head);
  const { address, url } = await simulators.locateOwner(sent);
  if (address !== undefined) {
    frames.write('notOwner', id);
    return;
  }
  const request = { ...sent, url, body };
  if (sent.received !== undefined) {
    simulators.recordBrokenUpload(request, sent.received);
    frames.write('end', id);
    return;
  }
  const isTooLarge = body.length > 0 && body.length > simulators.mostBytes(request);
  const response = await simulators.handle(isTooLarge ? { ...request, body: noBody, unread: body.length } : request);
  const { body: answered, ...rest }: OutgoingResponse = response;
  if (rest.transportFault?.reset === true) frames.write('response', id, JSON.stringify(rest));
  else if (answered === undefined || typeof answered === 'string' || answered instanceof Uint8Array) {
    const isEmpty = answered !== undefined && answered.length === 0;
    frames.write('response', id, JSON.stringify(isEmpty ? { ...rest, body: '' } : rest), answered);
  } else {
    streams.set(id, answered[Symbol.asyncIterator]());
    frames.write('stream', id, JSON.stringify(rest));
  }
}

const noBody = new Uint8Array();

async function pull(id: number, frames: FrameWriter, streams: Map<number, AsyncIterator<string>>): Promise<void> {
  const stream = streams.get(id);
  try {
    const next = await stream?.next();
    if (next === undefined || next.done === true) {
      streams.delete(id);
      frames.write('end', id);
    } else frames.write('chunk', id, next.value);
  } catch {
    streams.delete(id);
    frames.write('broken', id);
  }
}
