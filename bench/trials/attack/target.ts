import { type IncomingHttpHeaders, request } from 'node:http';

/** What a call came to. `broken` instead of a status when the connection broke or nothing came in the time. */
export interface Seen {
  readonly status: number | undefined;
  readonly broken?: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Call {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Milliseconds, 60,000 unless told. */
  readonly patience?: number;
}

/** A running server, and what its process can be asked. */
export interface Target {
  readonly url: string;
  /** One call over a connection of its own; never rejects. */
  call(method: string, path: string, more?: Call): Promise<Seen>;
  callJson(method: string, path: string, value: unknown, headers?: Readonly<Record<string, string>>): Promise<Seen>;
  /** Asks what `observe.mjs` can answer. */
  ask(question: string): Promise<unknown>;
}

/** Calls the server of this address over connections of their own. */
export function callsTo(url: string): Pick<Target, 'call' | 'callJson'> {
  const call: Target['call'] = (method, path, { headers = {}, body, patience = 60_000 } = {}) =>
    new Promise((resolve) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      // The path goes out as it stands: URL would tidy it up.
      const { hostname, port } = new URL(url);
      const options = { hostname, port, path, method, agent: false, headers: { ...headers, ...length } };
      const sent = request(options, (response) => {
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
      });
      const fail = (error: NodeJS.ErrnoException) =>
        resolve({ status: undefined, broken: error.code ?? error.message, headers: {}, text: '' });
      const limit = setTimeout(() => sent.destroy(new Error('no answer in time')), patience);
      sent.on('error', fail);
      sent.on('close', () => clearTimeout(limit));
      sent.end(body);
    });
  return {
    call,
    callJson: (method, path, value, headers = {}) =>
      call(method, path, {
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(value),
      }),
  };
}
