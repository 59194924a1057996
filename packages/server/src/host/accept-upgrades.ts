import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { isControlPath } from '@understudy/kernel/serving';
import type { Simulators } from '../simulators.js';
import { acceptPeer } from './accept-peer.js';
import type { ControlAccessPolicy } from './control-access-policy.js';
import { selectEndToEndHeaders } from './end-to-end-headers.js';
import { isPeerCredential, peerProtocol } from './peer-request.js';
import { readHeaders } from './read-headers.js';
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

/** Serves the connection as if it had no `Upgrade` header. */
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
