import type { ErrorResult } from '@understudy/kernel';
import type { ResourceCall } from '../api-runtime.js';
import { createModelError } from './model-error.js';

/** Returns the error of the first condition of an operation that does not hold without looking at its record. */
export function findForbidden({
  served,
  plan,
  session,
}: Pick<ResourceCall, 'served' | 'plan' | 'session'>): ErrorResult | undefined {
  const { needs = [] } = served.plan.behavior.operations.get(plan.operation.operationId) ?? {};
  for (const [kind, condition] of needs) {
    if (condition.uses.values.has('self') || condition.uses.values.has('old')) continue;
    if (session.evaluate(condition, {}) !== true)
      return createModelError(session, plan, { kind, message: `${condition.text} does not hold` });
  }
  return undefined;
}

/** Returns the error of the first condition of an operation that its record does not meet. */
export function findUnmetNeed({ served, plan, session }: ResourceCall, self: unknown): ErrorResult | undefined {
  const { needs = [] } = served.plan.behavior.operations.get(plan.operation.operationId) ?? {};
  for (const [kind, condition] of needs) {
    if (!condition.uses.values.has('self') && !condition.uses.values.has('old')) continue;
    if (session.evaluate(condition, { self, old: self }) !== true)
      return createModelError(session, plan, { kind, message: `${condition.text} does not hold`, self });
  }
  return undefined;
}
