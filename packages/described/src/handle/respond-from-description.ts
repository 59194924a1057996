import { isDeepStrictEqual } from 'node:util';
import { isJson, isObject, stringifyJson } from '@understudy/contract';
import { RawJson } from '@understudy/kernel';
import {
  type DescriptionNames,
  findJsonBody,
  findList,
  findResponse,
  lastSegment,
  normalizeName,
  setMember,
  toPathShape,
} from '@understudy/model';
import type { GeneratedBody } from '../answer/body-generator.js';
import { shapeValue } from '../answer/show-stored.js';
import { generateMeaningfulValue } from '../meaning/generate-meaningful-value.js';
import { refreshExpiredTimes } from '../meaning/time-values.js';
import {
  createSession,
  createValueFacts,
  type HandlerResult,
  isBelowStored,
  type OperationRequest,
  type ResourceCall,
  readObjectBody,
} from './api-runtime.js';
import { inFormOf } from './behavior/computed-members.js';
import { presentAsLastPage } from './create-list-metadata.js';
import { readFormatPreference, respondWith } from './create-response.js';
import { generateLikeSample } from './like-sample.js';
import { sendAll } from './send-webhooks.js';

/** A request, with the inputs for a response from examples or schemas. */
interface Question extends OperationRequest {
  readonly status: number;
  readonly facts: ResourceCall['facts'];
  readonly seed: string;
}

/**
 * Responds with an example, or else a generated value, that includes members of the request. Equal requests get equal
 * responses. A stateless operation also sends its callbacks, unless the client asks for a specific response.
 */
export async function respondFromDescription(request: OperationRequest): Promise<HandlerResult> {
  const { served, plan, input, context } = request;
  const { code, example } = context.preference;
  const { operation, responses } = plan;
  const status = Number(code ?? plan.statuses[0] ?? 200);
  const facts = createValueFacts(context);
  const isWished = code !== undefined || example !== undefined;
  const { path, query, body } = input;
  const asked = stringifyJson([path, query, body instanceof Uint8Array ? body.length : body]);
  const question = { ...request, status, facts, seed: `${operation.operationId} ${asked}` };
  const wanted = isWished ? [] : saidAgain(question);
  const format = readFormatPreference(body, context.request.headers);
  const { seed } = question;
  const order = { operation, responses, status, facts, seed, wanted, ...format };
  const fitted = served.bodies.make(example === undefined ? order : { ...order, example });
  const shown = isWished ? fitted : await settled(question, fitted);
  const result = respondWith(served, plan, status, shown, facts, {});
  if (isWished || plan.does !== 'answer') return result;
  const fields = { ...readObjectBody(body), ...readObjectBody(fitted?.body) };
  await sendAll({ ...request, facts, resource: plan.resource }, fields, result);
  return result;
}

/** A response with a single page, and without instants that have already expired. */
async function settled(question: Question, fitted: GeneratedBody | undefined) {
  const { served, plan, status, facts } = question;
  const { schemas } = served.plan;
  const described = findJsonBody(findResponse(plan.responses, status));
  if (described === undefined || fitted === undefined || !isJson(fitted.type) || fitted.body instanceof RawJson)
    return fitted;
  const list = findList(schemas, described.schema, { word: '' });
  const fresh = refreshExpiredTimes(fitted.body, facts.now);
  if (list === undefined) return { ...fitted, body: fresh };
  const path = list.path.join('.');
  const { keywords } = schemas.chosen(schemas.member(described.schema, path));
  const isClearable =
    plan.operation.method === 'GET' && keywords['minItems'] === undefined && (await isBelowStored(question));
  if (isClearable && path === '' && Array.isArray(fresh)) return { ...fitted, body: [] };
  if (isClearable && isObject(fresh)) setMember(fresh, path, []);
  return { ...fitted, body: presentAsLastPage(served.plan.schemas, described.schema, fresh) };
}

/** Returns the default response with the values of the request, and with as many results as requested. */
function saidAgain(question: Question): unknown[] {
  const { served, plan, input, status, facts, seed } = question;
  const { schemas } = served.plan;
  const told = { ...input.path, ...readObjectBody(input.body) };
  const described = findJsonBody(findResponse(plan.responses, status));
  if (described === undefined) return [];
  const { properties } = schemas.chosen(described.schema);
  const byPlainName = new Map([...properties.keys()].map((name) => [normalizeName(name), name]));
  for (const { parameter, member } of plan.copies ?? [])
    byPlainName.set(normalizeName(parameter), member.split('.')[0] ?? '');
  const said = Object.entries(told).flatMap(([given, value]) => {
    const name = properties.has(given) ? given : byPlainName.get(normalizeName(given));
    if (name === undefined) return [];
    const shaped = shapeValue(schemas, value, properties.get(name), facts);
    const isSame = isDeepStrictEqual(shaped, value) || (typeof shaped !== 'object' && String(shaped) === value);
    return isSame ? [[name, shaped] as const] : [];
  });
  const name = lastSegment(toPathShape(plan.operation.path));
  const usual =
    described.examples.values().next().value ??
    generateMeaningfulValue(schemas, described.schema, { ...facts, seed, name });
  if (!isObject(usual)) return [];
  const isPost = plan.operation.method === 'POST';
  const count = countOf(served.plan.schemas.names, told) ?? (described.examples.size === 0 ? 1 : undefined);
  const lists = isPost && count !== undefined ? sizedLists(usual, count) : {};
  const own = isPost ? ownIdentity(question, described.schema, usual) : {};
  const changes = { ...lists, ...own, ...Object.fromEntries(said) };
  return Object.keys(changes).length > 0 ? [{ ...usual, ...changes }] : [];
}

/** The id and the timestamps of a POST response, which are new each time. */
function ownIdentity(
  question: Question,
  schema: unknown,
  { id }: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { context } = question;
  const like = typeof id === 'string' ? generateLikeSample(id, context.random) : undefined;
  const form = like !== undefined && like.length < 16 ? generateLikeSample(`${like}0a1B2c3D4e`, context.random) : like;
  const stamps = statedMembers(question, schema);
  return form === undefined ? stamps : { ...stamps, id: form };
}

/** The response members that the model sets. */
function statedMembers(question: Question, schema: unknown): Record<string, unknown> {
  const { served, plan } = question;
  const { set = [] } = served.plan.behavior.operations.get(plan.operation.operationId) ?? {};
  const session = createSession(question);
  const stated: Record<string, unknown> = {};
  for (const [path, value] of set) {
    const name = path.join('.');
    setMember(stated, name, inFormOf(served.plan.schemas, schema, name, session.evaluate(value, {})));
  }
  return stated;
}

/** Returns the requested number of results: `n`, or the number of strings in the request's only list. */
function countOf(names: DescriptionNames, told: Readonly<Record<string, unknown>>): number | undefined {
  const wanted = Object.entries(told).find(
    ([name, value]) => names.get(name)?.isWanted === true && Number.isInteger(value),
  );
  const [inputs, ...others] = Object.values(told).filter(
    (value): value is unknown[] => Array.isArray(value) && value.every((item) => typeof item !== 'object'),
  );
  const count = wanted?.[1] ?? (others.length === 0 ? inputs?.length : undefined);
  return count === undefined ? undefined : Math.min(Math.max(1, Number(count)), 100);
}

function sizedLists(usual: Readonly<Record<string, unknown>>, count: number): Record<string, unknown> {
  const lists = Object.entries(usual).flatMap(([name, value]) => {
    if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) return [];
    const items = Array.from({ length: count }, (_none, index) => {
      const item = value[index % value.length];
      return isObject(item) && 'index' in item ? { ...item, index } : item;
    });
    return [[name, items] as const];
  });
  return Object.fromEntries(lists);
}
