import type { Finding } from '@understudy/contract';

/** An error response before it has the form of the API. Handlers return it; nothing is stored. */
export interface Refusal {
  readonly refused: true;
  readonly status: number;
  /** Machine-readable code, such as `DATASET_NOT_FOUND`. */
  readonly code: string;
  readonly message: string;
  readonly details?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly findings?: readonly Finding[];
  /** Whether staged changes are stored anyway: a reused token revokes its grant. */
  readonly stores?: true;
}

/** Creates a {@link Refusal}. Each API declares its own in `errors.ts`. */
export function refuse(
  status: number,
  code: string,
  message: string,
  more: Pick<Refusal, 'details' | 'headers' | 'findings'> = {},
): Refusal {
  return { refused: true, status, code, message, ...more };
}

/** The kernel's errors in the words of an API. */
export interface KernelRefusals {
  /** @param near similar calls, such as `GET /io/results` */
  unknownPath(path: string, near: readonly string[]): Refusal;
  /** @param allow supported methods */
  wrongMethod(method: string, path: string, allow: readonly string[]): Refusal;
  /** @param findings the most important first */
  badRequest(findings: readonly Finding[]): Refusal;
  /** The body is longer than `limit` bytes. */
  payloadTooLarge(size: number, limit: number): Refusal;
  /** A missing or malformed `Authorization` header. */
  unauthorized(reason: string): Refusal;
  /** An invalid token. */
  tokenRefused(reason: string): Refusal;
  /** A valid token without permission. */
  forbidden(reason: string): Refusal;
  /** Requested with `Prefer: code=`. @param example name of a documented example */
  injected(status: number, example?: string): Refusal;
  internal(): Refusal;
}
