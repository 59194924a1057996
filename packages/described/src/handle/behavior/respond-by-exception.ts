import { isObject } from '@understudy/contract';
import { createErrorResult } from '@understudy/kernel';
import { type CompiledResponse, ExpressionError, findResponse } from '@understudy/model';
import { inferredErrors } from '../../errors.js';
import { createSession, createValueFacts, type HandlerResult, type OperationRequest } from '../api-runtime.js';
import { respondWith } from '../create-response.js';
import { showValue } from './show-value.js';

/**
 * Responds as the first exception of the model whose condition holds.
 *
 * @returns undefined if none holds
 */
export function respondByException(request: OperationRequest): Promise<HandlerResult | undefined> | undefined {
  const { served, plan } = request;
  const exceptions = served.plan.behavior.responses.get(plan.operation.operationId);
  return exceptions === undefined ? undefined : respondByFirst(request, exceptions);
}

async function respondByFirst(
  request: OperationRequest,
  exceptions: readonly CompiledResponse[],
): Promise<HandlerResult | undefined> {
  const { served, plan, context } = request;
  const session = createSession(request);
  try {
    await session.prepare();
    const found = exceptions.find(
      (each) => each.if === undefined || session.evaluate(each.if, { self: null }) === true,
    );
    if (found === undefined) return undefined;
    const status = found.status ?? plan.statuses[0] ?? 200;
    const facts = createValueFacts(context);
    const given = found.headers === undefined ? {} : session.evaluate(found.headers, { self: null });
    const headers = Object.fromEntries(
      Object.entries(isObject(given) ? given : {}).map(([name, value]) => [name, String(value)]),
    );
    if (found.answer !== undefined) {
      const body = showValue(session, session.evaluate(found.answer, { self: null }));
      return respondWith(served, plan, status, { type: 'application/json', body }, facts, headers);
    }
    // The described error says why.
    if (status >= 400) {
      const message = `The exception "${found.name}" of the model applies`;
      return { ...createErrorResult(status, 'exception', message, { headers }), kind: found.name };
    }
    const { operation, responses } = plan;
    const isDescribed = findResponse(responses, status) !== undefined;
    const order = { operation, responses, status, facts, seed: `${operation.operationId} ${status}`, wanted: [] };
    return respondWith(served, plan, status, isDescribed ? served.bodies.make(order) : undefined, facts, headers);
  } catch (error) {
    if (error instanceof ExpressionError) return inferredErrors.costlyExpression(error.message);
    throw error;
  }
}
