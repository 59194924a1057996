import type { ErrorResult } from '@understudy/kernel';
import type { ResourceCall } from '../api-runtime.js';
import { createModelError, reasonOf } from './model-error.js';

/**
 * Returns the error of the first broken condition of an operation: of the conditions about its record, or of the others.
 *
 * @param self the record. Undefined before it is known
 */
export function findUnmetNeed(
  { served, plan, session }: Pick<ResourceCall, 'served' | 'plan' | 'session'>,
  self?: unknown,
): ErrorResult | undefined {
  const { operationId } = plan.operation;
  const { needs = [] } = served.plan.behavior.operations.get(operationId) ?? {};
  for (const [kind, condition] of needs) {
    const isAboutRecord = condition.uses.values.has('self') || condition.uses.values.has('old');
    if (isAboutRecord !== (self !== undefined)) continue;
    if (session.evaluate(condition, isAboutRecord ? { self, old: self } : {}) === true) continue;
    const message = reasonOf(session, '/operations', operationId, 'needs', kind);
    const [field] = kind === 'invalid' ? condition.uses.sent : [];
    return createModelError(session, plan, { kind, message, self, ...(field === undefined ? {} : { field }) });
  }
  return undefined;
}
