import type { Operation } from '@understudy/contract';
import type { Refusal } from '@understudy/kernel';
import { refusals } from '../errors.js';
import { isKnownScope } from './granted-scopes.js';

/**
 * Whether a token has all scopes of one of the documented alternatives of an operation (einvoicing.auth.scopes,
 * einvoicing.gap.receivables-scope). A token of another API has none of them (einvoicing.gap.analysis-name).
 */
export function checkScope(scopes: readonly string[], operation: Operation): Refusal | undefined {
  if (!scopes.some(isKnownScope)) return refusals.noToken('It is a token of another API');
  const alternatives = operation.security.flatMap((requirement) => Object.values(requirement));
  if (alternatives.some((needed) => needed.every((scope) => scopes.includes(scope)))) return undefined;
  return refusals.missingScope(alternatives.map((needed) => needed.join(' and ')));
}
