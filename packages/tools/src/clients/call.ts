// One request over a connection that is kept, cheap enough to send hundreds a second, and plain about broken answers.
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

// Idle connections end here long before the server ends them, so that none breaks while it is being used again.
const agent = new Agent({ keepAlive: true, maxSockets: 1000, timeout: 2000 });

/**
 * The outcome of a call. `broken` instead of a status when the connection broke (its code) or nothing came (`hanging`).
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
  /** Opens a connection for this request alone. */
  readonly fresh?: boolean;
  /** Milliseconds that an answer may take before it counts as hanging; 60,000 by default. */
  readonly patience?: number;
}

/** Sends a request; the path goes out as it stands, where `URL` would tidy it up. Never rejects. */
export function call(method: string, url: string, more: Call = {}): Promise<Seen> {
  const { headers = {}, body, fresh = false, patience = 60_000 } = more;
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
          resolve({
            status: response.statusCode,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    sent.on('error', fail);
    // A timer of its own: the agent's is for idle connections.
    const limit = setTimeout(() => {
      broken('hanging');
      sent.destroy();
    }, patience);
    sent.on('close', () => clearTimeout(limit));
    sent.end(body);
  });
}

/** As {@link call}, with a value sent as JSON. */
export function callJson(
  method: string,
  url: string,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
  more: Pick<Call, 'fresh' | 'patience'> = {},
): Promise<Seen> {
  return callAgain(method, url, {
    ...more,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(value),
  });
}

/** As {@link call}, and again in a moment where a server says that it can do nothing for that long. */
export async function callAgain(method: string, url: string, more: Call = {}): Promise<Seen> {
  for (let left = 50; ; left -= 1) {
    const seen = await call(method, url, more);
    if (seen.status !== 503 || seen.headers['retry-after'] === undefined || left === 0) return seen;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
