import { isDeepStrictEqual } from 'node:util';
import { isObject, type OperationInput } from '@understudy/contract';
import type { Context } from '@understudy/kernel';
import { type FittingBody, isJson } from '../answer/fitting-body.js';
import { generatedValue } from '../answer/generated-value.js';
import type { Facts } from '../answer/minimal-value.js';
import { plausibleValue } from '../answer/plausible-value.js';
import { shapedValue } from '../answer/shaped-value.js';
import { freshened } from '../answer/time-values.js';
import { findList } from '../infer/find-body.js';
import type { OperationPlan } from '../infer/plan.js';
import { bodyOf, responseFor } from '../schema/described-response.js';
import { asLastPage } from './list-metadata.js';
import { answerWith, preferenceOf } from './reply.js';
import { sendAll } from './send-webhooks.js';
import { objectOf, type Result, type Served } from './served.js';

/** What the Prefer header of a request asks for. */
interface Wished {
  /** The status. */
  readonly code?: number;
  /** Name of the example. */
  readonly example?: string;
}

/**
 * Answers from the examples, else from the schema, with what the request has said in the place of what stands there: the
 * same question gets the same answer. An operation that keeps nothing sends its callbacks; an answer that is wished for is
 * as wished, and sends nothing.
 */
export async function answerAsDescribed(
  served: Served,
  plan: OperationPlan,
  input: OperationInput,
  context: Context,
  { code, example }: Wished,
): Promise<Result> {
  const status = code ?? plan.statuses[0] ?? 200;
  const facts = { now: context.clock.now(), baseUrl: context.baseUrl };
  const isWished = code !== undefined || example !== undefined;
  const { path, query, body } = input;
  const asked = JSON.stringify([path, query, body instanceof Uint8Array ? body.length : body]);
  const seed = `${plan.operation.operationId} ${asked}`;
  const fitted = served.bodies.make({
    operation: plan.operation,
    responses: plan.responses,
    status,
    facts,
    seed,
    wanted: isWished ? [] : saidAgain(served, plan, status, objectOf(body), facts, seed),
    ...(example === undefined ? {} : { example }),
    ...preferenceOf(body, context.request.headers),
  });
  const result = answerWith(
    served,
    plan,
    status,
    isWished ? fitted : settled(served, plan, status, fitted, facts),
    facts,
    {},
  );
  if (isWished || plan.does !== 'answer') return result;
  const fields = { ...objectOf(body), ...objectOf(fitted?.body) };
  await sendAll({ served, plan, input, context, facts, resource: plan.resource }, fields, result);
  return result;
}

/** A response without other pages, and without anything that has expired on the clock. */
function settled(
  { bodies }: Served,
  plan: OperationPlan,
  status: number,
  fitted: FittingBody | undefined,
  { now }: Facts,
) {
  const described = bodyOf(responseFor(plan.responses, status));
  if (described === undefined || fitted === undefined || !isJson(fitted.type) || !isObject(fitted.body)) return fitted;
  const fresh = freshened(fitted.body, now);
  const isList = findList(bodies.schemas, described.schema, { word: '' }) !== undefined;
  return { ...fitted, body: isList ? asLastPage(bodies.schemas, described.schema, fresh) : fresh };
}

/** The usual answer with the members that the request has, too, as the request has them; none where it has none of them. */
function saidAgain(
  { bodies }: Served,
  plan: OperationPlan,
  status: number,
  told: Readonly<Record<string, unknown>>,
  facts: Facts,
  seed: string,
): unknown[] {
  const { schemas } = bodies;
  const described = bodyOf(responseFor(plan.responses, status));
  if (described === undefined || Object.keys(told).length === 0) return [];
  const { properties } = schemas.chosen(described.schema);
  const said = Object.entries(told).filter(([name, value]) => {
    const property = properties.get(name);
    return property !== undefined && isDeepStrictEqual(shapedValue(schemas, value, property, facts), value);
  });
  const usual =
    described.examples.values().next().value ??
    plausibleValue(schemas, generatedValue(schemas, described.schema, seed), described.schema, facts);
  return said.length > 0 && isObject(usual) ? [{ ...usual, ...Object.fromEntries(said) }] : [];
}
