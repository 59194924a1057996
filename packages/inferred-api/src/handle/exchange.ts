import { createHash } from 'node:crypto';
import type { OperationInput } from '@understudy/contract';
import type { Context } from '@understudy/kernel';
import type { OperationPlan } from '../infer/plan.js';
import type { Served } from './served.js';

/** A request to an operation. */
export interface Exchange {
  readonly served: Served;
  readonly plan: OperationPlan;
  readonly input: OperationInput;
  readonly context: Context;
}

/** A short name for a caller, by its credentials. Callers without credentials share one. */
export function callerOf({ context: { request } }: Exchange): string {
  const { authorization = '', 'x-api-key': key = '' } = request.headers;
  return digest(`${authorization} ${key}`);
}

/** A fixed-length key for a record. */
export function digest(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest('base64url');
}
