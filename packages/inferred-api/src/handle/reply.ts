import { resolveReference } from '@understudy/contract';
import type { FittingBody } from '../answer/fitting-body.js';
import { type Facts, minimalValue } from '../answer/minimal-value.js';
import type { OperationPlan } from '../infer/plan.js';
import { responseFor } from '../schema/described-response.js';
import type { Call, Result, Served } from './served.js';

type Headers = Readonly<Record<string, string>>;

/** What is to be answered. */
export interface Reply {
  /** The status, where it is described; else the first success that is. */
  readonly status?: number;
  /** What the body should be; it is wrapped as the description wraps it. */
  readonly thing?: unknown;
  /** What stands beside the thing in what wraps it. */
  readonly beside?: Readonly<Record<string, unknown>>;
  readonly headers?: Headers;
}

/** Answers as the description of the operation says. */
export function reply(call: Call, { status, thing, beside = {}, headers = {} }: Reply): Result {
  const { served, plan, context, facts, resource } = call;
  const chosen = status !== undefined && plan.statuses.includes(status) ? status : (plan.statuses[0] ?? 200);
  const wrapped = plan.wrapped.reduceRight<unknown>((inner, name) => ({ ...beside, [name]: inner }), thing);
  const fitted = served.bodies.make({
    operation: plan.operation,
    responses: plan.responses,
    status: chosen,
    facts,
    seed: `${resource.name} ${call.pathKey}`,
    wanted: thing === undefined ? [] : [wrapped],
    ...preferenceOf(call.input.body, context.request.headers),
  });
  return answerWith(served, plan, chosen, fitted, facts, headers);
}

/** In what form a request asks for its response. */
export function preferenceOf(body: unknown, { accept }: Headers): { accept?: string; isStreamed?: boolean } {
  const isStreamed = /^true$/.test(String(Object(body).stream));
  return { ...(accept === undefined ? {} : { accept }), ...(isStreamed ? { isStreamed } : {}) };
}

/** An answer with the headers that the description asks for. */
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
