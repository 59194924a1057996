import type { AdmittedRequest, ErrorResult, UnitContext } from '@understudy/kernel';
import { type ApiRuntime, type ResourceCall, toCaller } from '../api-runtime.js';
import { BehaviorSession } from './behavior-session.js';
import { createModelError, reasonOf } from './model-error.js';

/** Returns why a caller may not use an operation, by its conditions that are about nothing else. */
export async function findMissingRight(
  served: ApiRuntime,
  { operation, caller, path, headers }: AdmittedRequest,
  context: UnitContext,
): Promise<ErrorResult | undefined> {
  const { operationId } = operation;
  const { needs = [] } = served.plan.behavior.operations.get(operationId) ?? {};
  const [kind, right] = needs.find(([each, { uses }]) => each === 'forbidden' && !aboutRequest(uses.values)) ?? [];
  const plan = served.plan.operations.get(operationId);
  if (kind === undefined || right === undefined || plan === undefined) return undefined;
  const as = toCaller(served, { caller, headers, settings: context.settings });
  const session = new BehaviorSession({ served, context, request: { path, headers }, caller: as });
  await session.prepare();
  if (session.evaluate(right, {}) === true) return undefined;
  return createModelError(session, plan, {
    kind,
    message: reasonOf(session, '/operations', operationId, 'needs', kind),
  });
}

function aboutRequest(values: ReadonlySet<string>): boolean {
  return ['self', 'old', 'body', 'query'].some((name) => values.has(name));
}

/**
 * Returns the error of the first broken condition of an operation: of the conditions about its record, or of the others.
 *
 * @param self the record. Undefined before it is known
 * @param areRights checks only the conditions whose error has status 403
 */
export function findUnmetNeed(
  { served, plan, session }: Pick<ResourceCall, 'served' | 'plan' | 'session'>,
  self?: unknown,
  areRights = false,
): ErrorResult | undefined {
  const { operationId } = plan.operation;
  const { behavior } = served.plan;
  const { needs = [] } = behavior.operations.get(operationId) ?? {};
  for (const [kind, condition] of needs) {
    if (areRights && kind !== 'forbidden' && behavior.errors.get(kind)?.status !== 403) continue;
    const isAboutRecord = condition.uses.values.has('self') || condition.uses.values.has('old');
    if (isAboutRecord !== (self !== undefined)) continue;
    if (session.evaluate(condition, isAboutRecord ? { self, old: self } : {}) === true) continue;
    const message = reasonOf(session, '/operations', operationId, 'needs', kind);
    const { references = [] } = plan.resource === undefined ? {} : (session.behaviorOf(plan.resource) ?? {});
    const isReference = (name: string) => references.some(({ member }) => member.names.join('.') === name);
    const [field] = [...condition.uses.sent, ...[...condition.uses.own].filter((name) => !isReference(name))];
    const error = createModelError(session, plan, { kind, message, self });
    const isInvalid = error.status === 400 || error.status === 422;
    return isInvalid && field !== undefined ? createModelError(session, plan, { kind, message, self, field }) : error;
  }
  return undefined;
}
