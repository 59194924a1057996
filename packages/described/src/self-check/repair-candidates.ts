import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@understudy/contract';
import {
  type ApiPlan,
  type BehaviorModel,
  findJsonBody,
  findResponse,
  isRelatedSchema,
  lastSegment,
  normalizeName,
  type OperationPlan,
  type Resource,
  type SchemaReader,
  splitWords,
  toSingular,
} from '@understudy/model';
import type { PlanProblem } from './plan-trial.js';

/** Lists model changes that could fix a problem, the most likely first. */
export function listCandidates(plan: ApiPlan, problem: PlanProblem): BehaviorModel[] {
  return candidatesByStep[problem.step]?.(plan, problem) ?? [];
}

type Candidates = (plan: ApiPlan, problem: PlanProblem) => BehaviorModel[];

const candidatesByStep: Partial<Record<PlanProblem['step'], Candidates>> = {
  create: (plan, problem) =>
    [...withoutReferences(plan, problem), withoutParents(plan, problem)].flatMap((each) => each ?? []),
  key: (plan, problem) => [...keyAnswers(plan, problem), ...otherKeys(plan, problem), ...asRead(plan, problem)],
  read: (plan, problem) =>
    [...fittingKeys(plan, problem), ...otherKeys(plan, problem), withoutParents(plan, problem)].flatMap(
      (each) => each ?? [],
    ),
  list: (plan, problem) => [...withoutDefaultFilters(plan, problem), acrossParents(problem)],
  change: fittingKeys,
  act: fittingKeys,
  delete: fittingKeys,
};

function ofResource({ name }: Resource, statement: NonNullable<BehaviorModel['resources']>[string]): BehaviorModel {
  return { resources: { [name]: statement } };
}

function ofOperation({ operation }: OperationPlan, statement: object): BehaviorModel {
  return { operations: { [operation.operationId]: statement } };
}

/** Returns whether a name identifies a record: it contains a word for id, or is the name of the resource. */
function isIdentifier(name: string, { name: of }: Resource): boolean {
  const plain = normalizeName(name);
  const word = normalizeName(toSingular(of.split(/[.:]/).at(-1) ?? ''));
  return plain === word || /(?:id|guid|key|code|uuid|sid|ref|reference|number|token|handle|slug)$/.test(plain);
}

/** Other members in the resource's responses that could be the key. */
function otherKeys({ schemas, operations }: ApiPlan, { resource }: PlanProblem): BehaviorModel[] {
  const shown = [...operations.values()]
    .filter((each) => each.resource?.shape === resource.shape && ['create', 'read', 'list'].includes(each.does))
    .map((each) => new Map(membersOf(schemas, each)));
  const [first] = shown;
  const common = [...(first ?? [])].filter(
    ([name, schema]) =>
      isScalar(schemas, schema) && isIdentifier(name, resource) && shown.every((each) => each.has(name)),
  );
  return common.flatMap(([name]) => (name === resource.key ? [] : [ofResource(resource, { key: { member: name } })]));
}

/** Members whose values match the path parameter. */
function fittingKeys({ schemas }: ApiPlan, { resource, plan }: PlanProblem): BehaviorModel[] {
  const parameter = plan.operation.parameters.find(
    ({ name, in: place }) => place === plan.key?.in && name === plan.key?.name,
  );
  if (parameter === undefined) return [];
  const wanted = schemas.flat(parameter.schema);
  const fits = [...schemas.chosen(resource.schema).properties].filter(([name, schema]) => {
    const { types, keywords } = schemas.flat(schema);
    if (wanted.keywords['enum'] !== undefined) return isDeepStrictEqual(keywords['enum'], wanted.keywords['enum']);
    return (
      isIdentifier(name, resource) &&
      types.join() === wanted.types.join() &&
      keywords['format'] === wanted.keywords['format']
    );
  });
  return fits.flatMap(([member]) => (member === resource.key ? [] : [ofResource(resource, { key: { member } })]));
}

/** A creation response that contains only the key of the new record. */
function keyAnswers({ schemas }: ApiPlan, { plan, resource }: PlanProblem): BehaviorModel[] {
  if (plan.shows !== 'other') return [];
  const places = placesOf(schemas, answeredBy(plan), []).filter(([path]) => isIdentifier(path.at(-1) ?? '', resource));
  return places.map(([path]) => ofOperation(plan, { in: path.join('.'), shows: 'key' }));
}

/** Strings and numbers in a schema, up to two levels deep. */
function placesOf(schemas: SchemaReader, schema: unknown, above: readonly string[]): (readonly [string[], unknown])[] {
  if (above.length > 2) return [];
  return [...schemas.chosen(schema).properties].flatMap(([name, inner]) => {
    const path = [...above, name];
    return isScalar(schemas, inner) ? [[path, inner] as const] : placesOf(schemas, inner, path);
  });
}

/** Verbs of requests that only read, whatever their method. */
const readingVerb =
  /^(?:search|query|find|list|get|fetch|lookup|filter|read|match|check|validate|verify|calculate|compute|compare|estimate|preview|quote|convert|parse|resolve|route|suggest|count|export|generate|render)$/;

/** A POST that responds like a GET with the same parameters, or whose name contains a reading verb, stores nothing. */
function asRead({ operations, schemas }: ApiPlan, { plan }: PlanProblem): BehaviorModel[] {
  const { operation } = plan;
  const words = splitWords(lastSegment(operation.path));
  const twin = [...operations.values()].find(
    ({ operation: { method, path } }) => method === 'GET' && path === operation.path,
  );
  const sent = new Set([
    ...membersOfBody(schemas, plan),
    ...operation.parameters.flatMap(({ in: place, name }) => (place === 'query' ? [name] : [])),
  ]);
  const asked = twin?.operation.parameters.flatMap(({ in: place, name }) => (place === 'query' ? [name] : [])) ?? [];
  const [one, other] = [plan, ...(twin === undefined ? [] : [twin])].map(answeredBy);
  const typesOf = (schema: unknown) => schemas.chosen(schema).types.join();
  const isAlike = typesOf(one) === typesOf(other) && isRelatedSchema(schemas, one, other);
  const isSame = isAlike && asked.length > 0 && asked.filter((name) => sent.has(name)).length * 2 > asked.length;
  return isSame || words.some((word) => readingVerb.test(word)) ? [ofOperation(plan, { answer: 'described' })] : [];
}

function membersOfBody(schemas: SchemaReader, { operation }: OperationPlan): string[] {
  const [content] = Object.values(operation.requestBody?.content ?? {});
  return [...schemas.chosen(content?.schema).properties.keys()];
}

/** Allows unknown keys in references to resources without a creation, because no request can create the record. */
function withoutReferences({ behavior, resources }: ApiPlan, { resource }: PlanProblem): BehaviorModel[] {
  const { references = [] } = behavior.resources.get(resource.name) ?? {};
  const kept = new Set([...resources.values()].flatMap((each) => (each.kept ? [each.name] : [])));
  const members = references.flatMap(({ member, resource: name, missing }) =>
    missing === 'ignore' || kept.has(name) ? [] : [[member.names.join('.'), { missing: 'ignore' }] as const],
  );
  return members.length === 0 ? [] : [ofResource(resource, { members: Object.fromEntries(members) })];
}

/** Stores records independently of their parent, although their path contains its key. */
function withoutParents({ operations }: ApiPlan, { resource }: PlanProblem): BehaviorModel | undefined {
  if (resource.parents === 0) return undefined;
  const own = [...operations.values()].filter((each) => each.resource?.shape === resource.shape);
  return {
    ...ofResource(resource, { parents: 0 }),
    operations: Object.fromEntries(own.map(({ operation }) => [operation.operationId, { parents: [] }])),
  };
}

/** Removes filters whose parameters have defaults, so that these defaults select nothing. */
function withoutDefaultFilters({ behavior }: ApiPlan, { plan }: PlanProblem): BehaviorModel[] {
  const { operation, list } = plan;
  const { where = {} } = behavior.operations.get(operation.operationId)?.statement ?? {};
  const like = list?.filters ?? {};
  const selecting = operation.parameters.flatMap(({ name, schema }) =>
    isObject(schema) && 'default' in schema && (Object.hasOwn(where, name) || Object.hasOwn(like, name)) ? [name] : [],
  );
  if (selecting.length === 0) return [];
  const removed = Object.fromEntries(selecting.map((name) => [name, null]));
  // Both are removed, because the remaining one would be inferred again.
  return [ofOperation(plan, { like: { ...like, ...removed }, where: removed })];
}

function acrossParents({ plan }: PlanProblem): BehaviorModel {
  return ofOperation(plan, { across: true });
}

function answeredBy({ responses, statuses }: OperationPlan): unknown {
  return findJsonBody(findResponse(responses, statuses[0] ?? 200))?.schema;
}

function membersOf(schemas: SchemaReader, plan: OperationPlan): (readonly [string, unknown])[] {
  const inner = schemas.member(answeredBy(plan), plan.wrapped.join('.'));
  const { items } = schemas.chosen(inner);
  return [...schemas.chosen(plan.does === 'list' ? (items ?? inner) : inner).properties];
}

function isScalar(schemas: SchemaReader, schema: unknown): boolean {
  const { types } = schemas.chosen(schema);
  return types.length > 0 && types.every((type) => type === 'string' || type === 'integer' || type === 'number');
}
