import type { Finding } from '@understudy/contract';

/** An error response that is not yet in the API's format. If a handler returns it, nothing is stored. */
export interface ErrorResult {
  readonly refused: true;
  readonly status: number;
  /** Machine-readable code, such as `DATASET_NOT_FOUND`. */
  readonly code: string;
  readonly message: string;
  /** The kind of the error, for APIs with one format per kind of error. */
  readonly kind?: string;
  /** The record that the error is about. */
  readonly about?: unknown;
  readonly details?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly findings?: readonly Finding[];
  /** True if staged changes are stored despite the error. For example, reusing a token revokes its grant. */
  readonly stores?: true;
  /**
   * Members of the Problem Details (RFC 9457) to send instead of the API's own error, because the error is about the
   * simulator.
   */
  readonly problem?: Readonly<Record<string, unknown>>;
}

/** Creates an {@link ErrorResult}. Each API declares its own errors in `errors.ts`. */
export function createErrorResult(
  status: number,
  code: string,
  message: string,
  more: Pick<ErrorResult, 'details' | 'headers' | 'findings' | 'problem'> = {},
): ErrorResult {
  return { refused: true, status, code, message, ...more };
}

/** Creates the kernel's errors in the API's wording. */
export interface KernelErrors {
  /** @param near similar calls, such as `GET /io/results` */
  unknownPath(path: string, near: readonly string[]): ErrorResult;
  /** @param allow supported methods */
  wrongMethod(method: string, path: string, allow: readonly string[]): ErrorResult;
  /** @param findings findings, the most important one first */
  badRequest(findings: readonly Finding[]): ErrorResult;
  /** Rejects a body longer than `limit` bytes. */
  payloadTooLarge(size: number, limit: number): ErrorResult;
  /** Rejects a missing or malformed `Authorization` header. */
  unauthorized(reason: string): ErrorResult;
  /** Rejects an invalid token. */
  tokenRefused(reason: string): ErrorResult;
  /** Rejects a valid token that lacks permission. */
  forbidden(reason: string): ErrorResult;
  /** Creates an error requested with `Prefer: code=`. @param example name of a documented example */
  injected(status: number, example?: string): ErrorResult;
  internal(): ErrorResult;
}
