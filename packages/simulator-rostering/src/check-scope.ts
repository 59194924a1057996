import type { Refusal } from '@understudy/kernel';
import { wrongScope } from './errors.js';
import { scopes } from './policies.js';

/** A token of the analysis services does not open this API (rostering.gap.token-sharing). */
export function checkScope(given: readonly string[]): Refusal | undefined {
  return given.some((scope) => scopes.some((known) => known === scope)) ? undefined : wrongScope(given);
}
