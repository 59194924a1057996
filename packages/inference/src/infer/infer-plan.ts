import { type ApiContract, isObject, omitUndefined } from '@understudy/contract';
import {
  type ApiPlan,
  addStatements,
  type BehaviorModel,
  checkChanges,
  compileBehavior,
  type BodyLocation as FoundBody,
  findEntity,
  findList,
  isRelatedSchema,
  isScalarSchema,
  lastSegment,
  listPathParameters,
  listSuccessStatuses,
  mergeModel,
  normalizeName,
  type OperationPlan,
  parentPath,
  type Resource,
  type ResourceEffect,
  type SchemaReader,
  type ValueSource,
} from '@understudy/model';
import { applyModel, type Complete, isSameEffect } from '../plan-model/apply-model.js';
import { spreadLists } from '../plan-model/spread-lists.js';
import { toModel } from '../plan-model/to-model.js';
import { toReadableModel } from '../plan-model/to-readable-model.js';
import { checkSentences } from '../prose/check-sentences.js';
import { findAccounts } from '../rules/access/named-users.js';
import { inferenceRules, rulesOfNames } from '../rules/rules.js';
import { runRules } from '../rules/run-rules.js';
import { findCalls } from './find-calls.js';
import { findResources } from './find-resources.js';
import { findSentWebhooks } from './find-sent-webhooks.js';
import { inferIntent } from './infer-intent.js';
import type { OperationIntent, ResourceIndex } from './intent.js';
import { findKeptAnswer } from './kept-answer.js';
import { listBehaviorNames } from './list-behavior-names.js';
import { findKeyList, toPartPath } from './own-list.js';
import { planCopies } from './plan-copies.js';
import { planList } from './plan-list.js';
import { type OperationSurvey, type SurveyedOperation, surveyOperations } from './survey.js';

/** The statuses that fit each effect of an operation. */
const suitable: Readonly<Record<ResourceEffect, readonly number[]>> = {
  list: [200],
  create: [201, 200, 202],
  read: [200],
  replace: [200, 204],
  update: [200, 204],
  delete: [204, 200, 202],
  act: [200, 201, 202, 204],
  answer: [],
};

/** The order of a list with the newest records first. */
const newestOrder = '-created';

/**
 * Infers the behavior of an API from its description.
 *
 * @param given the statements of a model that a person has changed
 * @param known the rule statements for the same description from an earlier run, in which case no rules run
 * @throws ContractError if a given statement or an `x-understudy` is invalid
 */
export function inferPlan(contract: ApiContract, given: BehaviorModel = {}, known?: BehaviorModel): ApiPlan {
  const surveyed = surveyOperations(contract);
  const byShape = findResources(surveyed);
  const { resources: called, calls } = findCalls(surveyed, byShape);
  const all = [...[...byShape.values()].map(({ resource }) => resource), ...called];
  const found: ResourceIndex = {
    byShape,
    byItem: new Map(
      [...byShape.values()].flatMap((each) => (each.item === undefined ? [] : [[each.item, each.resource]])),
    ),
    calls,
    all,
    listed: new Set(),
  };
  const operations = new Map<string, OperationPlan>();
  const intents = surveyed.all.map((each) => [each, inferIntent(surveyed, found, each)] as const);
  // A list that requires members in its body returns only some records.
  for (const [{ takes }, { does, resource }] of intents)
    if (does === 'list' && resource !== undefined && surveyed.schemas.chosen(takes).required.size === 0)
      found.listed.add(resource);
  for (const [each, intent] of intents)
    operations.set(each.operation.operationId, complete(surveyed, found, each, intent));
  const { schemas } = surveyed;
  const shaped = new Map(found.all.map((resource) => [resource.shape, resource]));
  const accounts = findAccounts(contract.document, { operations, resources: shaped, schemas });
  const resources = new Map([...shaped, ...accounts.map((each) => [each.shape, each] as const)]);
  const inferred = { operations, resources, schemas };
  const byId = new Map(surveyed.all.map((each) => [each.operation.operationId, each]));
  const completeOne: Complete = (id, intent) => {
    const each = byId.get(id);
    if (each === undefined) return undefined;
    const resource = found.all.find(({ name }) => name === intent.resource?.name) ?? intent.resource;
    return complete(surveyed, found, each, omitUndefined({ ...intent, resource, why: 'the model says so' }));
  };
  Object.assign(schemas.times, { form: given.time?.form, zone: given.time?.zone });
  const changes = spreadLists(inferred, given);
  const plan = applyModel(inferred, changes, completeOne);
  // A resource that no operation uses is misspelled, unless the model describes its records.
  const own = Object.entries(changes.resources ?? {}).flatMap(([name, each]) =>
    isObject(each) && typeof each.schema === 'string' && isObject(each.key) ? [name] : [],
  );
  const named = [...all, ...accounts, ...[...plan.operations.values()].map(({ resource }) => resource)];
  const used = new Set([...own, ...named.map((resource) => resource?.name)]);
  const names = listBehaviorNames(surveyed, contract.document, { plan, inferred: resources, used });
  const rules = changes.inferred !== false ? inferenceRules : changes.names === undefined ? rulesOfNames : [];
  const ruled = known ?? runRules(rules, { document: contract.document, plan }, names);
  const statements = mergeModel(mergeModel(ruled, actsOnSeveral(intents, changes)), changes, (id, statement) => {
    const own = operations.get(id);
    return own !== undefined && isSameEffect(own, statement);
  });
  schemas.names = new Map(Object.entries(statements.names ?? {}));
  const effects = Object.values(statements.operations ?? {}).flatMap((each) => Object.values(each.then ?? {}));
  const created = new Set(effects.map(({ create }) => create));
  const refused = new Map([...plan.operations].map(([id, each]) => [id, refusing(each, created)]));
  const model = addStatements(toModel({ ...plan, operations: refused }), statements);
  // Checks only changed models, because this compiles the model schema and rules always write valid statements.
  if (Object.keys(given).length > 0) checkChanges(model, given);
  checkSentences(contract.document, given);
  const stated = new Map([...refused].map(([id, each]) => [id, withoutStated(each, statements)]));
  const behavior = compileBehavior(withSets(statements, model), names);
  const whole = { ...plan, operations: stated, model, ruled, behavior };
  return { ...whole, writeReadableModel: () => toReadableModel(whole, completeOne) };
}

/** Adds the assignments of operations, without the order of creation, which the plan contains. */
function withSets(model: BehaviorModel, { operations: planned = {} }: BehaviorModel): BehaviorModel {
  const operations = Object.entries(planned).flatMap(([id, { set }]) => {
    const own = model.operations?.[id];
    if (own === undefined && Object.keys(set ?? {}).length === 0) return [];
    return [[id, omitUndefined({ ...own, set, order: own?.order === newestOrder ? undefined : own?.order })]];
  });
  return { ...model, operations: Object.fromEntries(operations) };
}

/** Records that another operation creates as an effect exist only after that operation. */
function refusing(plan: OperationPlan, created: ReadonlySet<string | undefined>): OperationPlan {
  const isCreated = plan.key !== undefined && created.has(plan.resource?.name) && plan.resource?.kept === false;
  return isCreated && plan.operation.statuses.includes('404') ? { ...plan, missing: 'refuse' } : plan;
}

/** Removes inferred meanings of parameters and orders that the model states. */
function withoutStated(plan: OperationPlan, model: BehaviorModel): OperationPlan {
  const { list, operation, resource, does } = plan;
  const statement = model.operations?.[operation.operationId];
  if (does === 'answer' && statement?.file !== undefined)
    return { ...plan, why: `returns the file that was uploaded for one of ${statement.file}, or else ${plan.why}` };
  if (list === undefined) return plan;
  const isStated = (name: unknown) => typeof name === 'string' && Object.hasOwn(statement?.where ?? {}, name);
  const { filters, ...meanings } = list;
  const order = statement?.order ?? model.resources?.[resource?.name ?? '']?.order;
  const left = Object.fromEntries(Object.entries(meanings).filter(([, name]) => !isStated(name)));
  return {
    ...plan,
    list: omitUndefined({
      ...left,
      newestFirst: order === undefined || order === newestOrder ? list.newestFirst : undefined,
      filters: Object.fromEntries(Object.entries(filters).filter(([name]) => !isStated(name))),
    }),
  };
}

function complete(survey: OperationSurvey, found: ResourceIndex, each: SurveyedOperation, intent: OperationIntent) {
  const { schemas } = survey;
  const { operation, node, responses, answers, takes } = each;
  const { does, resource, why, upserts, partial, effects } = intent;
  const word = resource === undefined ? '' : lastSegment(resource.shape.replaceAll(':', '/'));
  const body = answers === undefined || resource === undefined ? {} : shownBy(schemas, answers, intent, word);
  const inner = takes === undefined || resource === undefined ? undefined : sentBy(schemas, takes, intent, word);
  // A member of the entity is not a wrapper.
  const { properties } = schemas.chosen(resource?.schema);
  const own = inner?.path.findIndex((name) => properties.has(name)) ?? -1;
  const sources = listPathParameters(operation.path).map((name): ValueSource => ({ in: 'path', name }));
  const parents = intent.parents ?? sources.slice(0, resource?.parents ?? 0);
  const isOnAll = (does === 'create' && effects === undefined) || does === 'list';
  const key = intent.key ?? (isOnAll ? undefined : sources[resource?.parents ?? 0]);
  const { elsewhere } = found.byShape.get(each.shape) ?? found.byShape.get(parentPath(each.shape)) ?? {};
  const scope = isOnAll && elsewhere === resource && resource !== undefined ? sources.slice(resource.parents) : [];
  const text = `${node['summary'] ?? ''} ${node['description'] ?? ''}`;
  const list =
    does === 'list' && resource !== undefined
      ? { ...planList(schemas, operation, { resource, takes, text }), ...intent.join }
      : undefined;
  const { member } = intent;
  return omitUndefined({
    ...{ operation, node, responses, does, resource, parents, member, list, effects, partial, why },
    missing:
      upserts === true
        ? ('create' as const)
        : resource !== undefined && key !== undefined && refusesUnknown(found, each, resource)
          ? ('refuse' as const)
          : undefined,
    key: resource === undefined || resource.single ? undefined : key,
    scope: scope.length === 0 ? undefined : scope,
    statuses: listSuccessStatuses(responses, suitable[does]),
    wrapped:
      (member === undefined ? body.path : toPartPath(schemas, answers, { schema: resource?.schema, member })) ?? [],
    shows: member === undefined ? body.shows : undefined,
    sent: inner?.path.slice(0, own < 0 ? undefined : own) ?? [],
    keeps: body.shows === 'other' || does === 'answer' ? findKeptAnswer(survey, found, each, intent) : undefined,
    copies: planCopies(schemas, each, intent, found.byItem),
    through: throughOf(found, each, resource, sources),
    sends: findSentWebhooks(schemas, each, does, resource),
  });
}

/** Returns the location of the entity in a request. A change can send it as the only item of a list. */
function sentBy(schemas: SchemaReader, takes: unknown, { does, resource, of }: OperationIntent, word: string) {
  const isChange = of === undefined && (does === 'update' || does === 'replace');
  const list = isChange ? findList(schemas, takes, { word, like: resource?.schema }) : undefined;
  const isAlone = list !== undefined && isRelatedSchema(schemas, list.schema, resource?.schema);
  const { properties } = schemas.chosen(takes);
  const isOwn = [...properties.keys()].some((name) => schemas.chosen(resource?.schema).properties.has(name));
  const isNamed = normalizeName(list?.path[0] ?? '') === normalizeName(word);
  return isAlone && (isNamed || (properties.size === 1 && !isOwn)) && list.path.length > 0
    ? list
    : findEntity(schemas, takes, word);
}

/** States the operations on several records, unless the model already states what they do. */
function actsOnSeveral(
  intents: readonly (readonly [SurveyedOperation, OperationIntent])[],
  { inferred, operations = {} }: BehaviorModel,
): BehaviorModel {
  const all = intents.flatMap(([{ operation }, { of }]) =>
    of === undefined || inferred === false || operations[operation.operationId] !== undefined
      ? []
      : [[operation.operationId, of] as const],
  );
  return { operations: Object.fromEntries(all) };
}

/** Returns whether an unknown id is rejected: a list contains all ids, and no operation creates records. */
function refusesUnknown({ listed }: ResourceIndex, { operation }: SurveyedOperation, resource: Resource): boolean {
  const isId = /(?:^|[._-]|(?<=[a-z]))(?:[gu]?u?id|I[dD]|[nN]umber)$/.test(resource.key ?? '');
  return !resource.kept && isId && listed.has(resource) && operation.statuses.includes('404');
}

/** Returns the location of the entity or list in a response. */
function shownBy(
  schemas: SchemaReader,
  answers: unknown,
  { does, resource, of, effects }: OperationIntent,
  word: string,
): Partial<FoundBody> & Pick<OperationPlan, 'shows'> {
  const like = resource?.schema;
  if (does === 'list' || of !== undefined) {
    const found = findList(schemas, answers, { word, like });
    const keys = does === 'list' ? findKeyList(schemas, answers) : undefined;
    if (keys !== undefined && (found === undefined || isScalarSchema(schemas, found.schema)))
      return { ...keys, shows: 'key' };
    return found ?? (does === 'list' || answers === undefined ? {} : { shows: 'other' });
  }
  const list = findList(schemas, answers, { word, like });
  const isOfList = list !== undefined && isRelatedSchema(schemas, list.schema, like);
  const whole = findEntity(schemas, answers, word);
  const isWhole = isRelatedSchema(schemas, whole?.schema, like);
  const { member } = effects?.list ?? {};
  const part = isWhole || member === undefined ? undefined : toPartPath(schemas, answers, { schema: like, member });
  if (part !== undefined) return { path: part, shows: 'part' };
  const entity = isOfList && !isWhole ? undefined : whole;
  const isChange = does === 'create' || does === 'replace' || does === 'update' || does === 'delete';
  if (entity !== undefined) {
    const { properties, open } = schemas.chosen(entity.schema);
    const known = new Set([
      ...schemas.chosen(like).properties.keys(),
      ...(resource?.writable.keys() ?? []),
      resource?.key,
      ...(does === 'delete' ? ['deleted'] : []),
    ]);
    const isOther = isChange && !open && properties.size > 0 && ![...properties.keys()].some((name) => known.has(name));
    return isOther ? { shows: 'other' } : entity;
  }
  if (isOfList) return { ...list, shows: 'list' };
  return { shows: does === 'create' && isScalarSchema(schemas, answers) ? 'key' : 'other' };
}

/** Returns the stored entities along a path, from its start. */
function throughOf(
  found: ResourceIndex,
  each: SurveyedOperation,
  own: Resource | undefined,
  sources: readonly ValueSource[],
): OperationPlan['through'] {
  const segments = each.shape.split('/');
  return segments.flatMap((_segment, index) => {
    const resource = found.byItem.get(segments.slice(0, index + 1).join('/'));
    if (resource === undefined || resource.tenant === true || resource === own) return [];
    if (!resource.kept && !refusesUnknown(found, each, resource)) return [];
    return [{ resource, sources: sources.slice(0, resource.parents + 1) }];
  });
}
