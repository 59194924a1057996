import { isObject } from '@understudy/contract';
import { Span } from '@understudy/model';
import { createSession, createValueFacts, type HandlerResult, type OperationRequest } from '../api-runtime.js';
import { respondWith } from '../create-response.js';
import { findForbidden } from './operation-needs.js';

/**
 * Responds to an operation without a resource as the model says: with the error of a condition that does not hold, or
 * with its body.
 *
 * @returns undefined if the model says nothing
 */
export async function answerByModel(request: OperationRequest): Promise<HandlerResult | undefined> {
  const { served, plan, context } = request;
  const stated = served.plan.behavior.operations.get(plan.operation.operationId);
  if (stated === undefined) return undefined;
  const session = createSession(request);
  await session.prepare();
  const refused = findForbidden({ served, plan, session });
  if (refused !== undefined || stated.answer === undefined) return refused;
  const shown = { type: 'application/json', body: toJson(session.evaluate(stated.answer, {})) };
  return respondWith(served, plan, plan.statuses[0] ?? 200, shown, createValueFacts(context), {});
}

/** A value in JSON: instants as texts, and spans in seconds. */
function toJson(value: unknown): unknown {
  if (value instanceof Span) return value.milliseconds / 1000;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toJson);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toJson(each)]))
    : value;
}
