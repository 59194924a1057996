import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { portOf } from '../../clients/port-of.ts';

/** A request and its response, shortened. */
export interface Exchange {
  readonly request: string;
  readonly response: string;
}

/** Characters of a body that a report shows, and requests that one check can send. */
const [longest, mostRequests] = [400, 150];

/** Forwards requests to a server and records them, whatever HTTP library the client uses. */
export class RecordingProxy {
  readonly #server: Server;
  readonly #target: URL;
  #exchanges: Exchange[] = [];

  constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((incoming, outgoing) => void this.#forward(incoming, outgoing));
  }

  /** @returns its URL, without a slash at the end */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${portOf(this.#server)}`;
  }

  /** @returns the exchanges since the last call */
  take(): Exchange[] {
    const taken = this.#exchanges;
    this.#exchanges = [];
    return taken;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = Buffer.concat(await incoming.toArray());
    const { method = 'GET', url = '/', headers } = incoming;
    const exchanges = this.#exchanges;
    const record = (response: string) =>
      exchanges.push({ request: `${method} ${url} ${body.toString('utf8', 0, longest)}`.trim(), response });
    if (exchanges.length >= mostRequests) {
      outgoing.writeHead(508).end('{"error": "The check sends requests without end"}');
      return;
    }
    const { hostname, port } = this.#target;
    const forwarded = request({ hostname, port, method, path: url, headers, agent: false }, (response) => {
      const { statusCode = 502 } = response;
      const parts: Buffer[] = [];
      outgoing.writeHead(statusCode, response.headers);
      response
        .on('data', (part: Buffer) => parts.push(part))
        .once('end', () => {
          record(`${statusCode} ${Buffer.concat(parts).toString('utf8', 0, longest)}`.trim());
        });
      response.pipe(outgoing);
    });
    forwarded.once('error', (error) => {
      record(error.message);
      outgoing.destroy(error);
    });
    forwarded.end(body);
  }
}
