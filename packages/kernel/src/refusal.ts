import type { Finding } from '@understudy/contract';

/** An error response before it has the form of the API. Handlers return it; nothing is stored. */
export interface Refusal {
  readonly refused: true;
  readonly status: number;
  /** The API's machine-readable code, such as `DATASET_NOT_FOUND`. */
  readonly code: string;
  /** One sentence that says what failed and what to do. */
  readonly message: string;
  readonly details?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly findings?: readonly Finding[];
  /** What the handler has staged is stored although it refuses: a reused token revokes its grant. */
  readonly stores?: true;
}

/** Makes a {@link Refusal}; each API declares its own once, in its `errors.ts`. */
export function refuse(
  status: number,
  code: string,
  message: string,
  more: Pick<Refusal, 'details' | 'headers' | 'findings'> = {},
): Refusal {
  return { refused: true, status, code, message, ...more };
}

/** The faults that the kernel itself finds, each said in the words of one API. */
export interface KernelRefusals {
  /** No operation has this path; `near` are the calls that come closest, such as `GET /io/results`. */
  unknownPath(path: string, near: readonly string[]): Refusal;
  /** The path exists, the method does not; `allow` are the methods that do. */
  wrongMethod(method: string, path: string, allow: readonly string[]): Refusal;
  /** A header, query, path or body fault; the first finding leads. */
  badRequest(findings: readonly Finding[]): Refusal;
  /** The body is longer than `limit` bytes. */
  payloadTooLarge(size: number, limit: number): Refusal;
  /** No usable `Authorization` header at all. */
  unauthorized(reason: string): Refusal;
  /** A token that is not valid here and now. */
  tokenRefused(reason: string): Refusal;
  /** A valid token without the right asked for. */
  forbidden(reason: string): Refusal;
  /** A status asked for by `Prefer: code=`, with the name of a documented example where `example=` asks for one. */
  injected(status: number, example?: string): Refusal;
  /** A defect of ours; never tells internals. */
  internal(): Refusal;
}
