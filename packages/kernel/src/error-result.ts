import type { Finding } from '@understudy/contract';

/** An error response before it has the form of the API. Handlers return it; nothing is stored. */
export interface ErrorResult {
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

/** Creates a {@link ErrorResult}. Each API declares its own in `errors.ts`. */
export function createErrorResult(
  status: number,
  code: string,
  message: string,
  more: Pick<ErrorResult, 'details' | 'headers' | 'findings'> = {},
): ErrorResult {
  return { refused: true, status, code, message, ...more };
}

/** The kernel's errors in the words of an API. */
export interface KernelErrors {
  /** @param near similar calls, such as `GET /io/results` */
  unknownPath(path: string, near: readonly string[]): ErrorResult;
  /** @param allow supported methods */
  wrongMethod(method: string, path: string, allow: readonly string[]): ErrorResult;
  /** @param findings the most important first */
  badRequest(findings: readonly Finding[]): ErrorResult;
  /** The body is longer than `limit` bytes. */
  payloadTooLarge(size: number, limit: number): ErrorResult;
  /** A missing or malformed `Authorization` header. */
  unauthorized(reason: string): ErrorResult;
  /** An invalid token. */
  tokenRefused(reason: string): ErrorResult;
  /** A valid token without permission. */
  forbidden(reason: string): ErrorResult;
  /** Requested with `Prefer: code=`. @param example name of a documented example */
  injected(status: number, example?: string): ErrorResult;
  internal(): ErrorResult;
}
