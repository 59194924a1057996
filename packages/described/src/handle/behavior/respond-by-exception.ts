import { isObject } from '@understudy/contract';
import { type CompiledResponse, ExpressionError, findResponse, getMember, type OperationPlan } from '@understudy/model';
import { inferredErrors } from '../../errors.js';
import {
  type ApiRuntime,
  createSession,
  createValueFacts,
  type HandlerResult,
  type HttpConvention,
  type OperationRequest,
  readObjectBody,
} from '../api-runtime.js';
import { respondWith, showAnswer } from '../create-response.js';
import type { StoreContext } from '../entity-store.js';
import { generateLikeSample } from '../like-sample.js';
import { sendAll } from '../send-webhooks.js';
import { securitySetting } from '../settings.js';
import type { BehaviorSession } from './behavior-session.js';
import { openMemory } from './exchange-memory.js';
import { type FormContext, nextNumber } from './fill-form.js';
import { createModelError } from './model-error.js';
import { showValue } from './show-value.js';

/** Responds with the first exception in the model whose condition holds, and remembers the values of the exchange. */
export const respondByException: HttpConvention = async (request, next) => {
  const memory = openMemory(request);
  const session = createSession(request, memory?.values);
  try {
    await session.prepare();
    const values = { self: null, baseUrl: request.context.baseUrl };
    const found = findException(request, session, values);
    const isError = found?.status !== undefined && found.status >= 400;
    if (memory !== undefined && memory.problems.length > 0 && !isError && found?.statement.lenient !== true)
      return inferredErrors.badRequest(memory.problems);
    const isPassed = found === undefined || found.statement.pass === true;
    const result = isPassed
      ? await withHeaders(request, session, { found, values, result: await next() })
      : await respond(request, session, { found, values });
    if ('refused' in result || result.status >= 400) return result;
    if (!isPassed && memory !== undefined) await tell(request, result);
    await memory?.remember(result.body, result.headers?.['set-cookie']);
    return result;
  } catch (error) {
    if (error instanceof ExpressionError) return inferredErrors.costlyExpression(error.message);
    throw error;
  }
};

/** Returns whether an operation has exceptions or remembers values. */
export function hasExceptions({ plan: { behavior } }: Pick<ApiRuntime, 'plan'>, { operation }: OperationPlan): boolean {
  const { operationId: id } = operation;
  const { lenient, remembers } = behavior.operations.get(id)?.statement ?? {};
  return behavior.responses.has(id) || lenient === true || remembers !== undefined;
}

type Values = Readonly<Record<string, unknown>>;

function findException(request: OperationRequest, session: BehaviorSession, values: Values) {
  const { served, plan, context } = request;
  const exceptions = served.plan.behavior.responses.get(plan.operation.operationId) ?? [];
  const isOpen = context.settings.of(securitySetting) === 'off';
  return exceptions
    .filter(({ status }) => !(isOpen && (status === 401 || status === 403)))
    .find((each) => each.if === undefined || session.evaluate(each.if, values) === true);
}

/** The headers that an exception adds to a response. */
function headersOf(session: BehaviorSession, { headers }: CompiledResponse, values: Values): Record<string, string> {
  const given = headers === undefined ? {} : showValue(session, session.evaluate(headers, values));
  return Object.fromEntries(
    Object.entries(isObject(given) ? given : {}).flatMap(([name, value]) =>
      value === null ? [] : [[name.toLowerCase(), String(value).replace(/[^\x20-\x7e]/g, '')]],
    ),
  );
}

/** Runs an operation that an exception does not stop, and adds the headers of the exception to its response. */
function withHeaders(
  { plan, context }: OperationRequest,
  session: BehaviorSession,
  {
    found,
    values,
    result,
  }: { readonly found: CompiledResponse | undefined; readonly values: Values; readonly result: HandlerResult },
): HandlerResult {
  if (found?.headers === undefined || 'refused' in result) return result;
  const self = getMember(result.body, plan.wrapped.join('.')) ?? null;
  const all = { ...values, self, new: generateNew(context, found.statement.new) };
  const own = Object.entries(result.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...result, headers: { ...Object.fromEntries(own), ...headersOf(session, found, all) } };
}

async function respond(
  request: OperationRequest,
  session: BehaviorSession,
  { found, values }: { readonly found: CompiledResponse; readonly values: Values },
): Promise<HandlerResult> {
  const { served, plan, context } = request;
  const status = found.status ?? plan.statuses[0] ?? 200;
  const facts = createValueFacts(context);
  const all = { ...values, new: generateNew(context, found.statement.new) };
  const headers = headersOf(session, found, all);
  if (found.statement.seen !== undefined) {
    const body = found.answer === undefined ? undefined : showValue(session, session.evaluate(found.answer, all));
    return { status, headers, ...(body === undefined ? {} : { body }) };
  }
  if (found.answer !== undefined) {
    const shown = showAnswer(session, plan, status, session.evaluate(found.answer, all));
    return respondWith(served, plan, status, shown, facts, headers);
  }
  // The message comes from the described error.
  if (status >= 400) {
    const message = `The exception "${found.name}" of the model applies`;
    return { ...createModelError(session, plan, { kind: found.name, message }), status, headers };
  }
  const { operation, responses } = plan;
  const isDescribed = findResponse(responses, status) !== undefined;
  const order = { operation, responses, status, facts, seed: `${operation.operationId} ${status}`, wanted: [] };
  return respondWith(served, plan, status, isDescribed ? served.bodies.make(order) : undefined, facts, headers);
}

/** Sends the webhooks of an operation for which an exception has responded. */
async function tell(request: OperationRequest, result: HandlerResult): Promise<void> {
  if ('refused' in result) return;
  const { plan, context } = request;
  const facts = createValueFacts(context);
  await sendAll({ ...request, facts, resource: plan.resource }, readObjectBody(result.body), result);
}

/** Generates a value in the format of each example: the next number, or a string with other characters. */
function generateNew(
  context: StoreContext & FormContext,
  examples: Readonly<Record<string, string | number>> = {},
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(examples).map(([name, example]) => [name, generateOne(context, name, example)]),
  );
}

function generateOne(context: StoreContext & FormContext, name: string, example: string | number): unknown {
  if (typeof example === 'string' && !/^\d{1,15}$/.test(example))
    return generateLikeSample(example, context.random) ?? context.ids.next('known');
  const next = Number(example) + nextNumber(context, `new ${name}`);
  return typeof example === 'number' ? next : String(next).padStart(example.length, '0');
}
