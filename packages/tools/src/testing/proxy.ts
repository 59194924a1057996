import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { listen } from '../clients/listen.ts';

/** A request on its way to the server. Headers have the sent names, in the sent order. */
interface ProxiedRequest {
  readonly method: string;
  url: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

export interface ProxiedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | string;
}

export interface ProxyOptions {
  readonly server?: ServerOptions;
  readonly connections?: number;
  /** Can change the request, or throw an error to close the connection. */
  onRequest?(request: ProxiedRequest): void;
  /** Runs before the client gets the complete response. */
  onResponse?(request: ProxiedRequest, response: ProxiedResponse): Promise<void> | void;
  onError?(request: IncomingMessage, error: unknown): void;
}

/** Closes idle connections before Prism and our server do. */
const agent = new Agent({ keepAlive: true, maxSockets: 32, timeout: 2000 });

/** Returns a proxy on loopback. `connect` sets the address of the server. */
export async function startProxy({ server: options = {}, connections, onRequest, onResponse, onError }: ProxyOptions) {
  let upstream = '';
  const server = createServer(options, (request, response) => {
    serve(request, response).catch((error: unknown) => {
      onError?.(request, error);
      response.destroy();
    });
  });
  // Longer than clients keep idle connections, so that no connection closes while a client uses it.
  server.keepAliveTimeout = 75_000;
  if (connections !== undefined) server.maxConnections = connections;
  const url = await listen(server);

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part);
    const { method = 'GET', url = '/' } = incoming;
    const request = { method, url, headers: headersOf(incoming), body: Buffer.concat(parts) };
    onRequest?.(request);
    const answer = await send(upstream, request);
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    // An event stream does not end, so its chunks are forwarded immediately.
    const isStream = answer.headers['content-type']?.startsWith('text/event-stream') === true;
    const received: Buffer[] = [];
    answer.on('data', (part: Buffer) => {
      received.push(part);
      if (isStream) response.write(part);
    });
    response.once('close', () => answer.destroy());
    await once(answer, 'close');
    const body = Buffer.concat(received);
    await onResponse?.(request, { status: answer.statusCode ?? 0, headers: answer.headers, body });
    response.end(isStream ? undefined : body);
  }

  return {
    url,
    connect(address: string): void {
      upstream = address;
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Sends path and query unchanged. */
function send(upstream: string, { method, url, headers, body }: ProxiedRequest): Promise<IncomingMessage> {
  const { hostname, port } = new URL(upstream);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { hostname, port, path: url, method, headers, agent, maxHeaderSize: 1_000_000 },
      resolve,
    );
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

function headersOf({ rawHeaders }: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.toLowerCase() !== 'connection') headers[name] = rawHeaders[index + 1] ?? '';
  }
  return headers;
}
