import { isObject, membersOf } from '@understudy/contract';
import { findJsonBody, findResponse, getMember, type OperationPlan, remember } from '@understudy/model';
import type { GeneratedBody } from '../answer/body-generator.js';
import { completeExample } from '../answer/complete-example.js';
import type { ValueFacts } from '../answer/create-minimal-value.js';
import { describeHeaders } from '../answer/describe-headers.js';
import type { ApiRuntime, HandlerResult, ResourceCall } from './api-runtime.js';
import type { BehaviorSession } from './behavior/behavior-session.js';
import { hideMembers, showValue } from './behavior/show-value.js';

type Headers = Readonly<Record<string, string>>;

/** A response before it is converted to the described form. */
interface Reply {
  /** The status to use if it is described. Otherwise, the first described success status is used. */
  readonly status?: number;
  /** The body, without the described wrapper. */
  readonly entity?: unknown;
  /** The record, if the body contains something else. */
  readonly self?: unknown;
  /** The result for each item of the request. Default: the records. */
  readonly results?: readonly unknown[];
  /** Additional members of the wrapper. */
  readonly beside?: Readonly<Record<string, unknown>>;
  readonly headers?: Headers;
}

export function createResponse(call: ResourceCall, reply: Reply): HandlerResult {
  const { status, entity, self, results, beside = {}, headers = {} } = reply;
  const { served, plan, context, facts, resource, session } = call;
  const { operation, responses } = plan;
  const stated = served.plan.behavior.operations.get(operation.operationId)?.answer;
  const chosen = status !== undefined && plan.statuses.includes(status) ? status : (plan.statuses[0] ?? 200);
  const told = self ?? entity;
  call.done.self = told;
  call.done.respond = (now) =>
    createResponse({ ...call, done: {} }, { ...reply, ...(entity === told ? { entity: now } : { self: now }) });
  // The response of the whole request covers its items.
  if (call.isPart === true) return { status: chosen, headers: {} };
  if (stated !== undefined) {
    const values = Array.isArray(told) ? { results: results ?? told } : { self: told ?? null };
    const answer = session.evaluate(stated, { self: null, results: null, ...values });
    return respondWith(served, plan, chosen, showAnswer(session, plan, chosen, answer), facts, headers);
  }
  const shown = hideMembers(session, resource, shownEntity(call, entity));
  const wrapped =
    plan.wrapped.length === 0 ? shown : wrap(call, shown, { ...repeated(call, chosen, entity), ...beside });
  const { accept, isStreamed } = readFormatPreference(call.input.body, context.request.headers);
  const fitted = served.bodies.make({
    operation,
    responses,
    status: chosen,
    facts,
    seed: `${resource.name} ${call.key}`,
    wanted: shown === undefined ? [] : [wrapped],
    // The confirmation of a deletion is not a record.
    isStored: shown !== undefined && plan.does !== 'delete',
    accept,
    isStreamed,
  });
  return respondWith(served, plan, chosen, fitted, facts, headers);
}

function wrap(call: ResourceCall, shown: unknown, around: Readonly<Record<string, unknown>>): unknown {
  const wrapped = call.plan.wrapped.reduceRight<unknown>((inner, name) => ({ ...around, [name]: inner }), shown);
  return { ...describedAround(call), ...membersOf(wrapped) };
}

const known = new WeakMap<OperationPlan, Readonly<Record<string, unknown>>>();

/**
 * The wrapper members next to a record in the description: those of the example, and others with a constant, an example
 * or a default. Numbers next to a list are left out because they can depend on the list, and errors belong to other
 * responses.
 */
function describedAround({ schemas, plan }: ResourceCall): Readonly<Record<string, unknown>> {
  return remember(known, plan, () => {
    const body = findJsonBody(findResponse(plan.responses, plan.statuses[0] ?? 200));
    const [first] = body?.examples.values() ?? [];
    const example = membersOf(first);
    const isKnown = ([name, value]: readonly [string, unknown]) => {
      const { page, error } = schemas.names.get(name) ?? {};
      if (plan.wrapped[0] === name || page !== undefined) return false;
      if (typeof value === 'number' && plan.does === 'list' && error === undefined) return false;
      const isOfError =
        (error?.holds === true && typeof value === 'object') || error?.says?.includes('message') === true;
      return !isOfError || Object.hasOwn(example, name);
    };
    return Object.fromEntries(
      Object.entries(membersOf(completeExample(schemas, example, body?.schema))).filter(isKnown),
    );
  });
}

function shownEntity({ plan: { shows }, resource }: ResourceCall, entity: unknown): unknown {
  if (shows === 'list' && isObject(entity)) return [entity];
  if (shows === 'key' && !Array.isArray(entity)) return getMember(entity, resource.key ?? '');
  return shows === 'other' ? undefined : entity;
}

/** Reads the response format requested by the client. */
export function readFormatPreference(
  body: unknown,
  { accept }: Headers,
): { readonly accept: string | undefined; readonly isStreamed: boolean } {
  return { accept, isStreamed: isObject(body) && String(body['stream']) === 'true' };
}

/** Members of a wrapper that repeat a member of the wrapped entity. */
function repeated({ schemas, plan }: ResourceCall, status: number, entity: unknown): Record<string, unknown> {
  if (!isObject(entity)) return {};
  const { properties } = schemas.chosen(findJsonBody(findResponse(plan.responses, status))?.schema);
  const names = [...properties.keys()].filter(
    (name) => !plan.wrapped.includes(name) && Object.hasOwn(entity, name) && typeof entity[name] !== 'object',
  );
  return Object.fromEntries(names.map((name) => [name, entity[name]]));
}

/** Converts the body stated by the model to the described formats and media type. */
export function showAnswer(
  ...[session, { responses }, status, answer]: readonly [BehaviorSession, OperationPlan, number, unknown]
): GeneratedBody {
  const described = findJsonBody(findResponse(responses, status));
  const errors = status < 400 ? [] : responses.filter(({ key }) => /^[45]/.test(key));
  const { type } = described ?? errors.flatMap((each) => findJsonBody(each) ?? [])[0] ?? { type: '' };
  const shape = described === undefined ? undefined : session.work.served.plan.schemas.shape(described.schema);
  return { type: type.includes('json') ? type : 'application/json', body: showValue(session, answer, shape) };
}

/** Returns a response with the described headers. */
export function respondWith(
  { bodies }: ApiRuntime,
  plan: OperationPlan,
  status: number,
  fitted: GeneratedBody | undefined,
  facts: ValueFacts,
  headers: Headers,
): HandlerResult {
  const response = findResponse(plan.responses, status);
  const isLocated = status === 201 || (status >= 300 && status < 400);
  const described = { facts, seed: `${plan.operation.operationId} ${status}`, given: headers, isLocated };
  const filled = { ...describeHeaders(bodies.schemas, response?.headers ?? {}, described), ...headers };
  if (fitted === undefined) return { status, headers: filled };
  const { type: written = '' } = findJsonBody(response) ?? {};
  const type = typeof fitted.body === 'string' && written.startsWith('text/') ? written : fitted.type;
  if (type !== 'application/json') filled['content-type'] ??= type;
  const { body, showsStored } = fitted;
  return showsStored ? { status, headers: filled, body, showsStored } : { status, headers: filled, body };
}
