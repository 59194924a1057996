import { createHash } from 'node:crypto';
import type { OperationRequest } from './api-runtime.js';

/** Returns a short identifier of a caller, based on its credentials. All callers without credentials share one. */
export function hashCaller({ context: { request } }: OperationRequest): string {
  const { authorization = '', 'x-api-key': key = '' } = request.headers;
  return digestParts(`${authorization} ${key}`);
}

export function digestParts(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest('base64url');
}
