import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

// Closes idle connections before the server does, so that no connection breaks when it is reused.
const agent = new Agent({ keepAlive: true, maxSockets: 1000, timeout: 2000 });

/**
 * A response, or a failure without a status: `broken` is the connection's error code, or `hanging` after the timeout.
 */
export interface Seen {
  readonly status: number | undefined;
  readonly broken?: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Call {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** Opens a new connection for this request. */
  readonly fresh?: boolean;
  /** Default 60,000. */
  readonly timeoutMs?: number;
}

/** Sends a request without normalizing the path. Never rejects. */
export function call(method: string, url: string, more: Call = {}): Promise<Seen> {
  const { headers = {}, body, fresh = false, timeoutMs = 60_000 } = more;
  const { hostname, port, origin } = new URL(url);
  return new Promise((resolve) => {
    const broken = (why: string): void => resolve({ status: undefined, broken: why, headers: {}, text: '' });
    const fail = (error: NodeJS.ErrnoException): void => broken(error.code ?? error.message);
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(
      {
        hostname,
        port,
        path: url.slice(origin.length) || '/',
        method,
        agent: fresh ? false : agent,
        headers: { ...headers, ...length },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', fail);
        response.on('end', () =>
          resolve({ status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() }),
        );
      },
    );
    sent.on('error', fail);
    // The agent's timeout only applies to idle connections.
    const limit = setTimeout(() => {
      broken('hanging');
      sent.destroy();
    }, timeoutMs);
    sent.on('close', () => clearTimeout(limit));
    sent.end(body);
  });
}

/** Sends a value as JSON, and retries after `Retry-After`. */
export function callJson(
  method: string,
  url: string,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
  more: Pick<Call, 'fresh' | 'timeoutMs'> = {},
): Promise<Seen> {
  return callAgain(method, url, {
    ...more,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(value),
  });
}

/** Sends a request, and sends it again while the server responds with `Retry-After`. */
export async function callAgain(method: string, url: string, more: Call = {}): Promise<Seen> {
  for (let left = 50; ; left -= 1) {
    const seen = await call(method, url, more);
    if (seen.status !== 503 || seen.headers['retry-after'] === undefined || left === 0) return seen;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/**
 * Sends a string unchanged over a new connection.
 *
 * @returns everything that the server sends until it closes the connection
 */
export function exchanged(url: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
    socket.setTimeout(3000, () => socket.destroy());
  });
}
