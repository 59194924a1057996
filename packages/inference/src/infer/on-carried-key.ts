import { omitUndefined } from '@understudy/contract';
import {
  findList,
  findNamed,
  lastSegment,
  normalizeName,
  parentPath,
  type Resource,
  splitWords,
} from '@understudy/model';
import { hasEffect, noEffects, planEffects } from '../names/plan-effects.js';
import { toExpression } from '../plan-model/value-source.js';
import { purposeVerbs, saysAll, signInVerbs } from '../words/purposes.js';
import { isVerb } from '../words/verbs.js';
import { type CarriedKey, findCarriedKey } from './carried-key.js';
import { batchOf } from './find-batch.js';
import type { IntentRule, OperationIntent, ResourceIndex } from './intent.js';
import { inferListChange } from './own-list.js';
import { isQuestion, purposeOf } from './purpose-of.js';
import type { OperationSurvey, SurveyedOperation } from './survey.js';

/**
 * An operation at the path of a collection, or at a verb under it, acts on the records that its query or body
 * identifies: `DELETE /tasks?taskId=1`, `PATCH /tasks` with `{ id }`, `POST /tasks/delete` with a list of ids.
 */
export const onCarriedKey: IntentRule = (survey, { byShape }, each) => {
  const { schemas } = survey;
  const { method } = each;
  const { resource: own, elsewhere } = byShape.get(each.shape) ?? {};
  if (own !== undefined && !own.single) {
    const carried = findCarriedKey(schemas, each, own);
    const does = { PUT: 'replace', PATCH: 'update', DELETE: 'delete', GET: 'read' }[method];
    if (does === 'delete' && carried === undefined)
      return elsewhere === undefined ? onMatching(survey, each, own) : undefined;
    if (does === 'delete') return intentOf(does, own, carried, { why: `deletes ${named(carried, own)}` });
    if (carried === undefined || does === undefined) return undefined;
    if (does === 'replace') {
      const why = `replaces ${named(carried, own)}`;
      return intentOf(does, own, carried, {
        why,
        // A caller who chooses the keys can name records that do not exist yet.
        upserts: carried.keyOfEach !== undefined && !/id$/i.test(own.key ?? 'id'),
        ...(carried.key === undefined ? { partial: true } : {}),
      });
    }
    if (does === 'update') return intentOf(does, own, carried, { why: `changes ${named(carried, own)}` });
    const isList = findList(schemas, each.answers, { word: lastSegment(own.shape), like: own.schema }) !== undefined;
    if (isList || carried.key?.in !== 'query') return undefined;
    return intentOf('read', own, carried, { why: `reads ${named(carried, own)}` });
  }
  return method === 'GET' || isQuestion(each) ? undefined : onVerb(survey, byShape, each);
};

/**
 * A deletion without a key deletes the records with the sent values. It deletes all records only if it sends no values
 * or says so.
 */
function onMatching(
  { schemas }: OperationSurvey,
  each: SurveyedOperation,
  resource: Resource,
): OperationIntent | undefined {
  const { operation, node, takes } = each;
  const { properties } = schemas.chosen(resource.schema);
  const isScalar = (schema: unknown) => !/array|object/.test(schemas.chosen(schema).types.join());
  const sent = [
    ...operation.parameters.flatMap(({ in: place, name, schema }) =>
      place === 'query' ? [{ in: place, name, schema }] : [],
    ),
    ...[...schemas.chosen(takes).properties].map(([name, schema]) => ({ in: 'body' as const, name, schema })),
  ];
  const same = sent.flatMap(({ schema, ...source }) => {
    const member = findNamed([...properties.keys()], [normalizeName(source.name)]);
    if (member === undefined || !isScalar(schema) || !isScalar(properties.get(member))) return [];
    return [{ member: `each[${JSON.stringify(member)}]`, value: toExpression(source) }];
  });
  const { key: own = '' } = resource;
  if (same.length > 0 && same.length <= mostValues && properties.has(own)) {
    const isSent = same.map(({ value }) => `${value} != null`).join(' || ');
    const isSame = same.map(({ member, value }) => `(${value} == null || ${member} == ${value})`).join(' && ');
    const key = `each[${JSON.stringify(own)}]`;
    const matching = `all(${JSON.stringify(resource.name)}).filter(each, (${isSent}) && ${isSame}).map(each, ${key})`;
    const why = `deletes each of ${resource.name} with the values that it names`;
    return { does: 'delete', resource, of: { each: matching, key: 'item' }, why };
  }
  const text = [...splitWords(operation.operationId), node['summary'], node['description']].join(' ');
  const isAll = (sent.length === 0 && takes === undefined) || saysAll.test(text);
  return isAll ? { does: 'delete', resource, why: `deletes all of ${resource.name}` } : undefined;
}

/** A request with more matching members is a record instead of a filter. */
const mostValues = 5;

/** Words next to a verb that do not name a part of a record. */
const fillers = new Set(['all', 'batch', 'bulk', 'by', 'id', 'ids', 'many', 'multiple']);

function onVerb(
  survey: OperationSurvey,
  byShape: ResourceIndex['byShape'],
  each: SurveyedOperation,
): OperationIntent | undefined {
  const { schemas } = survey;
  let at = parentPath(each.shape);
  while (at !== '' && byShape.get(at) === undefined) at = parentPath(at);
  const resource = byShape.get(at)?.resource;
  if (resource === undefined || resource.single) return undefined;
  const rest = each.shape.slice(at.length + 1);
  if (rest.includes('{')) return undefined;
  const verb = rest.replaceAll('/', '_');
  const carried = findCarriedKey(schemas, each, resource);
  const words = splitWords(verb);
  if (words.some((word) => signInVerbs.has(word))) return undefined;
  const purpose = purposeOf(each);
  const isPlain = (own: readonly string[]) => words.every((word) => own.includes(word) || fillers.has(word));
  const several = each.method !== 'DELETE' && carried?.key === undefined ? batchOf(survey, at, each) : undefined;
  const isNew = each.method === 'POST' && purpose !== 'update' && purpose !== 'delete';
  if (several !== undefined && isNew && resource.kept && isPlain(purposeVerbs.create))
    return { does: 'create', resource, of: several.of(resource.key), why: `stores several of ${resource.name}` };
  if (several !== undefined && carried?.keyOfEach !== undefined && !isNew && isPlain(purposeVerbs.update))
    return intentOf('update', resource, carried, { why: `changes ${named(carried, resource)}` });
  const taken = [
    ...schemas.chosen(each.takes).properties.keys(),
    ...each.operation.parameters.flatMap(({ in: place, name }) => (place === 'query' ? [name] : [])),
  ].filter((name) => name !== carried?.key?.name);
  const list = inferListChange(schemas, resource.schema, { name: verb, taken });
  if (list !== undefined && carried !== undefined)
    return intentOf('act', resource, carried, {
      effects: { ...noEffects, list },
      why: `changes the ${list.member} of ${named(carried, resource)}`,
    });
  if (purpose === 'delete' && isPlain(purposeVerbs.delete))
    return carried === undefined && !words.includes('all')
      ? undefined
      : intentOf('delete', resource, carried, { why: `deletes ${named(carried, resource)}` });
  const effects = planEffects(schemas, resource.schema, verb);
  const isOnAll = carried === undefined && words.includes('all') && hasEffect(effects);
  const hasOwn = taken.some((name) => schemas.chosen(resource.schema).properties.has(name));
  const isAct = hasOwn ? purpose !== 'create' : words.some(isVerb) && hasEffect(effects);
  if (!isOnAll && (carried === undefined || !isAct)) return undefined;
  return intentOf('act', resource, carried, { effects, why: `${verb} of ${named(carried, resource)}` });
}

function named({ key, each }: CarriedKey = {}, { name }: Resource): string {
  if (key !== undefined) return `one of ${name} by ${key.name}, in its ${key.in}`;
  return each === undefined ? `all of ${name}` : `each of ${name} that its ${each.in} names`;
}

function intentOf(
  does: OperationIntent['does'],
  resource: Resource,
  { key, each, keyOfEach }: CarriedKey = {},
  details: Omit<OperationIntent, 'does' | 'resource'>,
): OperationIntent {
  if (each === undefined) return omitUndefined({ does, resource, key, ...details });
  // Next to a list of keys, the members of the body apply to each record.
  const isKeys = keyOfEach === undefined && does !== 'delete' && each.name !== '';
  const of = omitUndefined({
    each: each.name === '' ? each.in : toExpression(each),
    key: keyOfEach === undefined ? 'item' : toExpression({ in: 'body', name: keyOfEach }).replace(/^body/, 'item'),
    with: isKeys ? '=body' : undefined,
  });
  return { does, resource, of, ...details };
}
