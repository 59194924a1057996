import { isObject, resolveReference } from '@understudy/contract';
import type { FittingBody } from '../answer/fitting-body.js';
import { type Facts, minimalValue } from '../answer/minimal-value.js';
import type { OperationPlan } from '../infer/plan.js';
import { bodyOf, responseFor } from '../schema/described-response.js';
import { memberAt } from './member-path.js';
import type { Call, Result, Served } from './served.js';

type Headers = Readonly<Record<string, string>>;

/** A response before it has the form of the description. */
interface Reply {
  /** The status if it is described, or else the first described success. */
  readonly status?: number;
  /** The body, which is wrapped as the description wraps it. */
  readonly entity?: unknown;
  /** The other members of the wrapper. */
  readonly beside?: Readonly<Record<string, unknown>>;
  readonly headers?: Headers;
}

/** Responds as described by the operation. */
export function reply(call: Call, { status, entity, beside = {}, headers = {} }: Reply): Result {
  const { served, plan, context, facts, resource } = call;
  const chosen = status !== undefined && plan.statuses.includes(status) ? status : (plan.statuses[0] ?? 200);
  const around = { ...repeated(call, chosen, entity), ...beside };
  const shown =
    plan.shows === 'list' && isObject(entity)
      ? [entity]
      : plan.shows === 'key'
        ? memberAt(entity, resource.key ?? '')
        : plan.shows === 'other'
          ? undefined
          : entity;
  const wrapped = plan.wrapped.reduceRight<unknown>((inner, name) => ({ ...around, [name]: inner }), shown);
  const fitted = served.bodies.make({
    operation: plan.operation,
    responses: plan.responses,
    status: chosen,
    facts,
    seed: `${resource.name} ${call.key}`,
    wanted: shown === undefined ? [] : [wrapped],
    ...preferenceOf(call.input.body, context.request.headers),
  });
  return answerWith(served, plan, chosen, fitted, facts, headers);
}

/** The requested format of a response. */
export function preferenceOf(body: unknown, { accept }: Headers): { accept?: string; isStreamed?: boolean } {
  const isStreamed = /^true$/.test(String(Object(body).stream));
  return { ...(accept === undefined ? {} : { accept }), ...(isStreamed ? { isStreamed } : {}) };
}

/** Members of a wrapper that repeat a member of its entity. */
function repeated({ served, plan }: Call, status: number, entity: unknown): Record<string, unknown> {
  if (plan.wrapped.length === 0 || !isObject(entity)) return {};
  const { properties } = served.bodies.schemas.chosen(bodyOf(responseFor(plan.responses, status))?.schema);
  const names = [...properties.keys()].filter(
    (name) => !plan.wrapped.includes(name) && Object.hasOwn(entity, name) && typeof entity[name] !== 'object',
  );
  return Object.fromEntries(names.map((name) => [name, entity[name]]));
}

/** A response with the described headers. */
export function answerWith(
  { bodies }: Served,
  plan: OperationPlan,
  status: number,
  fitted: FittingBody | undefined,
  facts: Facts,
  headers: Headers,
): Result {
  const { schemas } = bodies;
  const filled: Record<string, string> = { ...headers };
  for (const [name, node] of Object.entries(responseFor(plan.responses, status)?.headers ?? {})) {
    const lower = name.toLowerCase();
    const isGiven = Object.keys(headers).some((each) => each.toLowerCase() === lower);
    const header = resolveReference(schemas.document, node);
    if (lower === 'content-type' || isGiven || header?.['required'] !== true) continue;
    filled[name] = headerText(minimalValue(schemas, header['schema'], facts, name));
  }
  if (fitted !== undefined && fitted.type !== 'application/json') filled['content-type'] = fitted.type;
  return { status, headers: filled, ...(fitted === undefined ? {} : { body: fitted.body }) };
}

/** A value as the text of a header, which has one line. */
function headerText(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replace(/[^\x20-\x7e]/g, '?');
}
