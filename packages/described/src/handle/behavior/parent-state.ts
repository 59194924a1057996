import type { ErrorResult } from '@understudy/kernel';
import { createSession, type OperationRequest, readSource } from '../api-runtime.js';
import { EntityStore } from '../entity-store.js';
import { createModelError } from './model-error.js';
import { chooseTransition } from './transition.js';

/** Returns why the state of a record in the path forbids an operation on a part of it. */
export function rejectByParentState(request: OperationRequest): Promise<ErrorResult | undefined> | undefined {
  return request.plan.through.length === 0 ? undefined : findRefusal(request);
}

async function findRefusal(request: OperationRequest): Promise<ErrorResult | undefined> {
  const { served, plan, input, context } = request;
  const { operationId } = plan.operation;
  for (const { resource, sources } of plan.through) {
    const behavior = served.plan.behavior.resources.get(resource.name);
    if (resource === plan.resource || behavior?.lifecycle?.byOperation.has(operationId) !== true) continue;
    const keys = sources.map((source) => readSource(source, input));
    const stored = await new EntityStore(context, resource, keys.slice(0, -1)).find(String(keys.at(-1)));
    if (stored?.fields === undefined) continue;
    const session = createSession(request);
    await session.prepare();
    const before = session.show(resource, stored.fields, stored);
    const { violation } = chooseTransition(session, { resource, operationId, before });
    if (violation !== undefined) return createModelError(session, plan, violation);
  }
  return undefined;
}
