import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a request is spoiled before the simulators get it: what a server without one of its guards would take it for. */
export interface Weakness {
  readonly server?: ServerOptions;
  /** At most this many connections; others are never served. */
  readonly connections?: number;
  /** Changes the headers or the path of a request. */
  spoil?(request: IncomingMessage): void;
  /** Sees every answer. */
  seen?(path: string, answer: string): void;
}

/** A server before the simulators that lacks a guard, to show that an attack notices it. */
export async function startWeakFront(upstream: string, { server: options = {}, connections, spoil, seen }: Weakness) {
  const server = createServer(options, (incoming, response) => {
    spoil?.(incoming);
    const { method = 'GET', url = '/', headers } = incoming;
    const { hostname, port } = new URL(upstream);
    const { 'transfer-encoding': _, ...sent } = headers;
    const onward = request({ hostname, port, method, path: url, agent: false, headers: sent }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part);
      const body = Buffer.concat(parts);
      seen?.(url, body.toString());
      const { 'transfer-encoding': __, ...told } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, { ...told, 'content-length': body.length }).end(body);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
  if (connections !== undefined) server.maxConnections = connections;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
