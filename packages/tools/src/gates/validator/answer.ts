import type { IncomingHttpHeaders } from 'node:http';

/** An answer as it went over the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | string;
}

/** What an answer is judged by of its request; the path is without the prefix of a sandbox. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly accept?: string | undefined;
}
