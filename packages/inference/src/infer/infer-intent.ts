import { omitUndefined } from '@understudy/contract';
import {
  findEntity,
  findList,
  isRelatedSchema,
  isSameSchema,
  lastSegment,
  listSuccessStatuses,
  normalizeName,
  parentPath,
  type Resource,
  splitWords,
  toSingular,
} from '@understudy/model';
import { hasEffect, planEffects } from '../names/plan-effects.js';
import { upserting } from '../words/request-words.js';
import { isVerb } from '../words/verbs.js';
import { batchOf, findBatchOperation } from './find-batch.js';
import { aloneInList } from './find-element.js';
import type { IntentRule, OperationIntent, ResourceIndex } from './intent.js';
import { onCarriedKey } from './on-carried-key.js';
import { findKeyList } from './own-list.js';
import { inferAction, inferJoin, inferJoinedItem, inferMemberList, inferSearch } from './paths-below.js';
import { isQuestion, purposeOf } from './purpose-of.js';
import { bySentMembers } from './sent-records.js';
import { takenBy } from './single-at.js';
import { softDeletion } from './soft-deletion.js';
import type { OperationSurvey, SurveyedOperation } from './survey.js';

function sourceOf({ responses, operation }: SurveyedOperation): string {
  const [status] = listSuccessStatuses(responses);
  const response = responses.find(({ key }) => key === String(status)) ?? responses[0];
  const examples = [...(response?.content.values() ?? [])].some((entry) => entry.examples.size > 0);
  if (response === undefined || response.content.size === 0) return `its status, ${status ?? operation.statuses[0]}`;
  return examples ? 'its examples' : 'its schema';
}

const byTokenScheme: IntentRule = (_survey, _found, { operation }) => {
  const scheme = operation.extensions['x-understudy-token'];
  if (scheme === undefined) return undefined;
  return { does: 'answer', why: `issues tokens of the security scheme ${String(scheme)}` };
};

/** Returns whether a response body contains an entity of a resource. A missing body matches any resource. */
function fits({ schemas }: OperationSurvey, { answers }: SurveyedOperation, resource: Resource): boolean {
  if (answers === undefined) return true;
  const entity = findEntity(schemas, answers, lastSegment(resource.shape));
  return entity !== undefined && isRelatedSchema(schemas, entity.schema, resource.schema);
}

const onItem: IntentRule = (survey, found, each) => {
  const { schemas } = survey;
  const resource = found.byItem.get(each.shape);
  if (resource === undefined) return undefined;
  const { method } = each;
  const isShown = [each.shape, resource.shape].some((shape) => survey.byShape.get(shape)?.has('GET'));
  const ofList = (resource.kept && isShown) || method === 'GET' ? undefined : inferAction(survey, found, each);
  if (ofList?.effects?.list !== undefined) return ofList;
  const isEntity = fits(survey, each, resource);
  const { key, keyLinkedBy, name } = resource;
  const reason = keyLinkedBy === undefined ? 'as its path says' : `as a link of ${keyLinkedBy} says`;
  const by = key === undefined ? 'its path' : `${key}, ${reason}`;
  const assumed = resource.kept ? '' : '; nothing creates them, so each exists until it is deleted';
  const alone = aloneInList(survey, each.shape);
  const isRead = isEntity || (alone !== undefined && isRelatedSchema(schemas, alone, resource.schema));
  if (method === 'GET' && isRead) return { does: 'read', resource, why: `reads one of ${name} by ${by}${assumed}` };
  const ending = method === 'DELETE' && isEntity && each.answers !== undefined ? endingOf(each) : undefined;
  if (ending !== undefined) {
    const effects = planEffects(schemas, resource.schema, ending);
    if (hasEffect(effects)) return { does: 'act', resource, effects, why: `ends one of ${name}: ${ending}` };
  }
  const kept = method === 'DELETE' && each.answers === undefined ? softDeletion(survey, each, resource) : undefined;
  if (kept !== undefined) return { does: 'act', resource, effects: kept, why: `archives one of ${name} by ${by}` };
  if (method === 'DELETE') return { does: 'delete', resource, why: `deletes one of ${name} by ${by}` };
  // A change can have any response.
  if (method === 'PUT') {
    const isMark = survey.byShape.get(each.shape)?.get('GET')?.hasBody === false;
    const upserts = resource.kept && (isMark || isUpsert(survey, each, resource));
    const partial = isPartial(survey, each, resource);
    const rest = upserts ? ', or creates it' : partial ? ', member by member' : '';
    return { does: 'replace', resource, upserts, partial, why: `replaces one of ${name} by ${by}${rest}` };
  }
  const isChange =
    method === 'POST' &&
    each.takes !== undefined &&
    !isQuestion(each) &&
    ((isEntity && each.answers !== undefined) ||
      changes(schemas, each.takes, resource) ||
      purposeOf(each) === 'update');
  const { properties } = schemas.chosen(resource.schema);
  if (isChange && saysUpsert(each) && resource.kept)
    return {
      does: 'replace',
      resource,
      upserts: true,
      partial: true,
      why: `changes one of ${name} by ${by}, or creates it`,
    };
  const isFieldsInQuery =
    method === 'POST' &&
    resource.kept &&
    !isQuestion(each) &&
    each.operation.parameters.some((parameter) => parameter.in === 'query' && properties.has(parameter.name));
  if (method === 'PATCH' || isChange || isFieldsInQuery)
    return { does: 'update', resource, why: `changes one of ${name} by ${by}` };
  return undefined;
};

/** Returns the verb that the texts of a DELETE use instead of "delete", such as `cancel`. */
function endingOf({ operation, node }: SurveyedOperation): string | undefined {
  const text = String(operation.summary || node['description'] || '').replace(/<[^<>]*>/g, '');
  const verb = splitWords(text)[0]?.replace(/s$/, '');
  return verb !== undefined && isVerb(verb) && !/^(?:delete|remove|clear)$/.test(verb) ? verb : undefined;
}

function changes(schemas: OperationSurvey['schemas'], body: unknown, resource: Resource): boolean {
  return schemas.chosen(body).properties.size > 0 && isRelatedSchema(schemas, body, resource.schema);
}

function saysUpsert(each: SurveyedOperation): boolean {
  return upserting.test(wordsOf(each));
}

/** Returns whether PUT creates missing records: its description says so, or nothing else creates them. */
function isUpsert({ byShape }: OperationSurvey, each: SurveyedOperation, { shape }: Resource): boolean {
  const { operation } = each;
  if (saysUpsert(each) || operation.statuses.includes('201')) return true;
  if (byShape.get(shape)?.has('POST') === true) return false;
  // "Add a user to a team"
  if (/^adds?\b/i.test(String(each.node['summary'] || each.node['description'] || ''))) return true;
  // A PUT without a body adds a record to a list, such as a member to a team.
  const isAdded = each.takes === undefined && shape.includes('{') && byShape.get(each.shape)?.has('DELETE') === true;
  return isAdded || !operation.statuses.includes('404');
}

/** Phrases for a full replacement. */
const replaces = /\breplac|\boverwrit|\breset|\b(?:entire|full|whole|complete)(?:ly)?\b/i;

/**
 * PUT changes only the members in its body if it requires fewer members than the creation and PATCH does not differ, or
 * if it is called "update" in an API with few PATCH operations.
 */
function isPartial({ schemas, byShape, all }: OperationSurvey, each: SurveyedOperation, resource: Resource): boolean {
  const { shape, node } = each;
  const text = `${node['summary']} ${node['description']}`;
  if (/\bpartial(?:ly)?\b/i.test(text)) return true;
  const takes = takenBy(schemas, each);
  const patch = byShape.get(shape)?.get('PATCH');
  if (takes === undefined || (patch !== undefined && !isSameSchema(schemas, patch.takes, each.takes))) return false;
  const creates = byShape.get(resource.shape)?.get('POST')?.takes;
  const needed = requiredIn(schemas, creates, resource);
  const required = requiredIn(schemas, takes, resource);
  const isLess = needed.some((name) => !required.includes(name));
  if (isLess || patch !== undefined) return isLess;
  const count = (wanted: string) => all.filter(({ method }) => method === wanted).length;
  const isUpdate = purposeOf(each) === 'update' && !replaces.test(text);
  return required.length === 0 || (isUpdate && count('PATCH') * 10 < count('PUT'));
}

function requiredIn(schemas: OperationSurvey['schemas'], body: unknown, { shape, key }: Resource): string[] {
  const { required } = schemas.chosen(findEntity(schemas, body, lastSegment(shape))?.schema ?? body);
  return [...required].filter((name) => name !== key);
}

const methodEffects = { GET: 'read', PUT: 'replace', PATCH: 'update', POST: 'update', DELETE: 'delete' } as const;

function isListed(method: string): method is keyof typeof methodEffects {
  return method in methodEffects;
}

const onSingle: IntentRule = (survey, { byShape }, each) => {
  const resource = byShape.get(each.shape)?.resource;
  if (resource?.single !== true) return undefined;
  const { method } = each;
  const isHidden = survey.byShape.get(each.shape)?.get('GET')?.hasBody === false;
  const effect = isListed(method) ? methodEffects[method] : undefined;
  const does = isHidden && effect === 'update' ? 'replace' : effect;
  const isChanged = method === 'DELETE' || (method !== 'GET' && each.takes !== undefined);
  if (does === undefined || (method === 'POST' && !isChanged && !isHidden)) return undefined;
  // The operation deletes one value by name, not all values.
  const named = ['name', 'key', normalizeName(toSingular(lastSegment(each.shape)))];
  const isNamed = each.operation.parameters.some(
    ({ in: place, name, required }) => place === 'query' && required === true && named.includes(normalizeName(name)),
  );
  if (method === 'DELETE' && isNamed) return undefined;
  if (!isChanged && !isHidden && !fits(survey, each, resource)) return undefined;
  const partial = does === 'replace' && !resource.kept && isPartial(survey, each, resource);
  // Settings that are reset exist again with their initial values.
  const upserts = method !== 'DELETE' || /\b(?:re)?set\b|\breverts?\b|\bdefaults?\b/i.test(wordsOf(each));
  return { does, resource, upserts, partial, why: `there is only one ${resource.name}, which this ${does}s` };
};

function wordsOf({ operation, node }: SurveyedOperation): string {
  return [...splitWords(operation.operationId), node['summary'] ?? ''].join(' ');
}

const onCollection: IntentRule = (survey, found, each) => {
  const { schemas } = survey;
  const { byShape } = found;
  const resource = byShape.get(each.shape)?.resource;
  if (resource === undefined || resource.single) return undefined;
  const { method } = each;
  const { name, kept, key } = resource;
  const word = lastSegment(resource.shape);
  const { elsewhere, creates } = byShape.get(each.shape) ?? {};
  const isStored = kept || elsewhere !== undefined;
  if (method === 'GET' && each.answers !== undefined) {
    const ofOwner = isStored ? undefined : inferMemberList(survey, found, each);
    if (ofOwner !== undefined) return ofOwner;
    const list = findList(schemas, each.answers, { word, like: resource.schema });
    const isList =
      list !== undefined &&
      (isRelatedSchema(schemas, list.schema, resource.schema) ||
        (key !== undefined && schemas.chosen(list.schema).properties.has(key)));
    const isKeys = found.byItem.has(`${each.shape}/{}`) && findKeyList(schemas, each.answers) !== undefined;
    return isList || isKeys ? { does: 'list', resource, why: `lists ${name}` } : undefined;
  }
  const isPut = method === 'PUT' && purposeOf(each) === 'create' && (creates === true || resource.kept);
  const batch = isPut ? batchOf(survey, each.shape, each) : findBatchOperation(survey, each.shape);
  const upserts = saysUpsert(each);
  if (batch?.operation === each && isStored)
    return { does: 'create', resource, upserts, of: batch.of(key), why: `stores several of ${name}` };
  const isEntity = fits(survey, each, resource);
  const isCreator = isEntity || creates === true;
  if ((method === 'POST' || isPut) && isCreator && isStored && !isQuestion(each))
    return { does: 'create', resource, upserts, why: `stores one of ${name}` };
  return undefined;
};

const byCall: IntentRule = (survey, { calls }, each) => {
  const call = calls.get(each);
  if (call === undefined) return undefined;
  const { does, resource, key, verb, list, member } = call;
  const isChange = does === 'act' || does === 'update';
  const effects = isChange ? planEffects(survey.schemas, resource.schema, verb) : undefined;
  return omitUndefined({
    ...{ does, resource, parents: [], key, member },
    effects: effects && (list === undefined ? effects : { ...effects, list }),
    why: `${verb} of ${resource.name}${key === undefined ? '' : `, by ${key.name}`}: its name says so`,
  });
};

/** A literal in place of a key, such as `/users/me`, identifies an entity that exists from the start. */
const onAlias: IntentRule = (survey, found, each) => {
  const { shape, method, answers } = each;
  const resource = found.byItem.get(`${parentPath(shape)}/{}`);
  const does = isListed(method) && method !== 'POST' ? methodEffects[method] : undefined;
  if (resource === undefined || does === undefined || answers === undefined || shape.endsWith('}')) return undefined;
  const entity = findEntity(survey.schemas, answers, lastSegment(resource.shape));
  if (entity === undefined || !isSameSchema(survey.schemas, entity.schema, resource.schema)) return undefined;
  const name = shape.slice(shape.lastIndexOf('/') + 1);
  const partial = does === 'replace' && isPartial(survey, each, resource);
  const why = `${does}s the one of ${resource.name} called ${name}`;
  return { does, resource, partial, key: { in: 'literal', name }, why };
};

/** The rules in order. The first rule that applies determines the intent. */
const rules: readonly IntentRule[] = [
  ...[byTokenScheme, onItem, onSingle, onCollection, byCall, onCarriedKey, onAlias],
  ...[inferAction, inferSearch, inferJoin, inferJoinedItem, inferMemberList, bySentMembers],
];

/** Infers the effect of an operation from its path, method and schemas. */
export function inferIntent(survey: OperationSurvey, found: ResourceIndex, each: SurveyedOperation): OperationIntent {
  for (const rule of rules) {
    const intent = rule(survey, found, each);
    if (intent !== undefined) return intent;
  }
  const reason = each.method === 'GET' ? 'nothing stored is read here' : 'its path and body belong to no collection';
  return { does: 'answer', why: `${reason}: it answers from ${sourceOf(each)}` };
}
