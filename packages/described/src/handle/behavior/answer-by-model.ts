import { createSession, createValueFacts, type HandlerResult, type OperationRequest } from '../api-runtime.js';
import { respondWith } from '../create-response.js';
import { applyFurtherEffects, type StoreRecord } from './further-effects.js';
import { findUnmetNeed } from './operation-needs.js';
import { showValue } from './show-value.js';

/**
 * Responds to an operation without a resource as the model says: with the error of a condition that does not hold, or
 * with its body.
 *
 * @returns undefined if the model says nothing
 */
export async function answerByModel(
  request: OperationRequest,
  storeRecord: StoreRecord,
): Promise<HandlerResult | undefined> {
  const { served, plan, context } = request;
  const stated = served.plan.behavior.operations.get(plan.operation.operationId);
  if (stated === undefined) return undefined;
  const session = createSession(request);
  await session.prepare();
  const refused = findUnmetNeed({ served, plan, session });
  if (refused !== undefined) return refused;
  const further = await applyFurtherEffects(request, { session, self: null }, storeRecord);
  if (typeof further !== 'boolean') return further;
  if (stated.answer === undefined) return undefined;
  const shown = { type: 'application/json', body: showValue(session, session.evaluate(stated.answer, {})) };
  return respondWith(served, plan, plan.statuses[0] ?? 200, shown, createValueFacts(context), {});
}
