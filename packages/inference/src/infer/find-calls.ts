import { omitUndefined } from '@understudy/contract';
import {
  type FoundResource,
  findEntity,
  findList,
  isSameSchema,
  isWrapper,
  type ListChange,
  normalizeName,
  type Resource,
  type ResourceEffect,
  splitWords,
  toSingular,
  type ValueSource,
} from '@understudy/model';
import { isPurpose, type Purpose, purposeVerbs } from '../words/purposes.js';
import { isVerb } from '../words/verbs.js';
import { findKey } from './find-key.js';
import { findKeyList, findListMember, inferListChange, toPartPath } from './own-list.js';
import type { OperationSurvey, SurveyedOperation } from './survey.js';

/** An operation named by a noun and a verb instead of a path and a method: `pets.create`, `/pets/list`. */
interface CallName {
  readonly surveyed: SurveyedOperation;
  readonly does: ResourceEffect;
  /** Nouns before the verb. */
  readonly noun: string;
  /** The verb and any words after it. */
  readonly verb: string;
  /** Singular name of an entity. */
  readonly word: string;
}

export interface FoundCall {
  readonly does: ResourceEffect;
  readonly resource: Resource;
  readonly key?: ValueSource;
  readonly verb: string;
  readonly list?: ListChange;
  /** The list of the entity that the call reads. */
  readonly member?: string;
}

/** Finds the resources of remote procedure calls, and the effects of the calls by operation. */
export function findCalls(
  survey: OperationSurvey,
  found: ReadonlyMap<string, FoundResource>,
): { readonly resources: Resource[]; readonly calls: ReadonlyMap<SurveyedOperation, FoundCall> } {
  const items = new Set([...found.values()].map(({ item }) => item));
  const named = survey.all.flatMap((each) =>
    found.has(each.shape) || items.has(each.shape) || each.shape.includes('{') ? [] : (nameOf(each) ?? []),
  );
  const byWord = new Map<string, Resource>();
  // Calls that create an entity describe it best, followed by calls that read it.
  for (const does of ['create', 'read'] as const) {
    for (const call of named.filter((each) => each.does === does)) {
      const word = kindOf(survey, call);
      if (word === undefined) continue;
      const resource = byWord.has(word) ? undefined : resourceOf(survey, call, word, named);
      if (resource !== undefined) byWord.set(word, resource);
    }
  }
  const meant = new Map<SurveyedOperation, FoundCall>();
  for (const call of named) {
    const own = call.does === 'list' ? keysOfOwner(survey, call.surveyed, byWord) : undefined;
    if (own !== undefined) meant.set(call.surveyed, own);
    if (own !== undefined) continue;
    const resource = byWord.get(kindOf(survey, call) ?? '') ?? resourceOfNoun(byWord, call);
    if (resource === undefined) continue;
    const key = keyOf(survey, call, resource) ?? onlyKey(survey, call, byWord);
    const needsKey = call.does !== 'create' && call.does !== 'list';
    if (needsKey && key === undefined) continue;
    if (call.does === 'create' && !resource.kept) continue;
    const { does, surveyed, verb } = call;
    const list = listOf(survey, surveyed, resource, key);
    meant.set(surveyed, omitUndefined({ does, resource, verb, key: needsKey ? key : undefined, list }));
  }
  for (const each of survey.all.filter((one) => !meant.has(one) && /^[^{]*\.[^{/]*$/.test(one.shape))) {
    for (const resource of byWord.values()) {
      const call = onOwnList(survey, each, resource);
      if (call !== undefined && !meant.has(each)) meant.set(each, call);
    }
  }
  const used = new Set([...meant.values()].map(({ resource }) => resource));
  return { resources: [...used], calls: meant };
}

/** Finds the list of an entity that a call changes, from its noun, its verb and its members. */
function listOf(
  survey: OperationSurvey,
  surveyed: SurveyedOperation,
  { schema }: Resource,
  key: ValueSource | undefined,
) {
  const name = (surveyed.shape.split('/').at(-1) ?? '').split('.').slice(-2).join(' ');
  const taken = membersIn(survey, surveyed).flatMap(([each]) => (each === key?.name ? [] : [each]));
  return inferListChange(survey.schemas, schema, { name, taken });
}

/** Returns a call that lists the keys in one record, even if there is a resource with their name. */
function keysOfOwner(survey: OperationSurvey, surveyed: SurveyedOperation, byWord: ReadonlyMap<string, Resource>) {
  if (findKeyList(survey.schemas, surveyed.answers) === undefined) return undefined;
  const all = [...byWord.values()].map((resource) => onOwnList(survey, surveyed, resource));
  return all.find((call) => call?.member !== undefined);
}

/** Returns a call for a list inside an entity: `channels.members`, `reactions.add`. */
function onOwnList(survey: OperationSurvey, surveyed: SurveyedOperation, resource: Resource): FoundCall | undefined {
  const { schemas } = survey;
  const words = splitWords(surveyed.shape.split('/').at(-1) ?? '');
  const isRead = ['list', 'get', 'members'].some((word) => words.at(-1) === word);
  const noun = words.at(-1) === 'list' || words.at(-1) === 'get' || !isRead ? words.at(-2) : words.at(-1);
  const member = findListMember(schemas, resource.schema, [noun ?? '']);
  const word = resource.shape.split(':').at(-1) ?? '';
  const key = keyOf(survey, { surveyed, word }, resource);
  if (member === undefined || key === undefined || surveyed.answers === undefined) return undefined;
  const verb = words.join('_');
  if (!isRead)
    return omitUndefined({ does: 'act' as const, resource, key, verb, list: listOf(survey, surveyed, resource, key) });
  const entity = findEntity(schemas, surveyed.answers, word)?.schema;
  if (isSameSchema(schemas, entity, resource.schema)) return { does: 'read', resource, key, verb };
  const path = toPartPath(schemas, surveyed.answers, { schema: resource.schema, member });
  return path === undefined ? undefined : { does: 'read', resource, key, verb, member };
}

/** Returns the noun and the verb in the path of an operation. */
function nameOf(surveyed: SurveyedOperation): CallName | undefined {
  const segments = surveyed.shape.split('/').filter((segment) => segment !== '');
  const last = segments.at(-1) ?? '';
  const parts = last.split('.');
  const isDotted = parts.length > 1;
  const above = isDotted ? parts.slice(0, -1).join('.') : segments.at(-2);
  const words = splitWords((isDotted ? parts.at(-1) : last) ?? '').filter((word) => !/^v\d+$/.test(word));
  const [said = '', ...rest] = words;
  const first = isVerb(said) || purposeOfWord(said) !== undefined ? said : (verbOfId(surveyed, above) ?? said);
  const object = rest.filter((word) => !['by', 'batch', 'all', 'one', 'new'].includes(word)).join('');
  // In `/v1/create-room`, the resource follows the verb. `post` is a resource name here.
  const isBare = object !== '' && first !== 'post' && (above === undefined || /^(?:v\d[\d.]*|api|rest)$/i.test(above));
  const noun = isBare ? object : above;
  if (noun === undefined || first === '') return undefined;
  const does = purposeOfWord(first) ?? (isVerb(first) ? 'act' : undefined);
  const writes = does !== 'read' && does !== 'list';
  if (!writes && surveyed.method !== 'GET' && surveyed.method !== 'POST') return undefined;
  if (does === undefined || (writes && !isDotted && surveyed.method === 'GET')) return undefined;
  const isNamed = isBare || (object !== '' && does !== 'update' && does !== 'act');
  const owner = toSingular(splitWords(noun).at(-1) ?? noun);
  return { surveyed, does, noun, verb: words.join('_'), word: isNamed ? toSingular(object) : owner };
}

function purposeOfWord(word: string): Purpose | undefined {
  const [purpose] = Object.entries(purposeVerbs).find(([, verbs]) => verbs.some((verb) => verb === word)) ?? [];
  return isPurpose(purpose) ? purpose : undefined;
}

/**
 * Returns the verb in an operation id such as `createBatch`, if the path contains no known verb: `/batch/submission`.
 */
function verbOfId({ operation }: SurveyedOperation, noun: string | undefined): string | undefined {
  const [verb = '', ...object] = splitWords(operation.operationId);
  const isNamed = noun !== undefined && toSingular(object.join('')) === toSingular(normalizeName(noun));
  return isNamed && purposeOfWord(verb) !== undefined ? verb : undefined;
}

/** Returns the name of the entities in a call, from the response member that contains them. */
function kindOf({ schemas }: OperationSurvey, { surveyed, does, word, noun }: CallName): string | undefined {
  const isList = does === 'list';
  const listed = isList ? findList(schemas, surveyed.answers, { word: `${word}s` })?.path[0] : undefined;
  const entity = isList ? undefined : findEntity(schemas, surveyed.answers, word);
  // `definitions/create_custom` creates a definition if its response contains the id of a definition.
  const own = toSingular(normalizeName(noun));
  const isOwn = [...schemas.chosen(entity?.schema).properties.keys()].some(
    (each) => normalizeName(each) === `${own}id`,
  );
  const [wrapper] = [listed ?? entity?.path.at(-1) ?? []].flat().filter((name) => !isWrapper(name));
  const isShown = listed !== undefined || entity !== undefined;
  return isShown ? toSingular(normalizeName(wrapper ?? (isOwn ? own : word))) : undefined;
}

function resourceOfNoun(byWord: ReadonlyMap<string, Resource>, { noun, word }: CallName): Resource | undefined {
  return (
    byWord.get(normalizeName(word)) ??
    [...byWord.values()].find(({ name }) => name === noun || name.startsWith(`${noun}:`))
  );
}

/** Returns the parameters and body members of a call, without credentials. */
function membersIn(
  { schemas }: OperationSurvey,
  { operation, takes }: SurveyedOperation,
): (readonly [string, unknown])[] {
  const query = operation.parameters.filter(({ in: place }) => place === 'query');
  const all = [...query.map(({ name, schema }) => [name, schema] as const), ...schemas.chosen(takes).properties];
  return all.filter(([name]) => normalizeName(name) !== 'token');
}

function resourceOf(
  survey: OperationSurvey,
  call: CallName,
  word: string,
  named: readonly CallName[],
): Resource | undefined {
  const { schemas } = survey;
  const schema = findEntity(schemas, call.surveyed.answers, call.word)?.schema;
  const isCreated = named.some((each) => each.does === 'create' && each.noun === call.noun && each.word === call.word);
  if (schemas.chosen(schema).properties.size < 2) return undefined;
  const key = findKey(schemas, schema, { parameter: undefined, word, parameterSchema: undefined });
  if (key === undefined) return undefined;
  const writers = named.filter(
    (each) => (each.noun === call.noun || each === call) && (each.does === 'create' || each.does === 'update'),
  );
  return {
    name: call.word === word && word === toSingular(call.noun) ? call.noun : `${call.noun}:${word}`,
    shape: `/${call.noun}:${word}`,
    parents: 0,
    key,
    keySchema: schemas.member(schema, key),
    schema,
    kept: isCreated,
    single: false,
    writable: new Map(writers.flatMap(({ surveyed }) => membersIn(survey, surveyed)).filter(([name]) => name !== key)),
  };
}

/** Returns the only required member of a request, if it is a key of no other resource: `screening_id`. */
function onlyKey(
  { schemas }: OperationSurvey,
  { surveyed: { takes } }: CallName,
  byWord: ReadonlyMap<string, Resource>,
): ValueSource | undefined {
  const { required } = schemas.chosen(takes);
  const [name = '', another] = [...required];
  const [, word = ''] = /^(\w+)id$/.exec(normalizeName(name)) ?? [];
  return another !== undefined || word === '' || byWord.has(word) ? undefined : { in: 'body', name };
}

/** Returns the parameter or member that identifies an entity: `channel`, `channel_id` or the name of its key. */
function keyOf(
  survey: OperationSurvey,
  { surveyed, word }: Pick<CallName, 'surveyed' | 'word'>,
  { key, shape }: Resource,
): ValueSource | undefined {
  const kind = shape.split(':').at(-1) ?? word;
  const own = normalizeName(key ?? 'id');
  const wanted = [`${kind}id`, kind, `${word}id`, word, own, `${kind}${own}`, 'timestamp', 'ts'];
  const { operation, takes } = surveyed;
  const members = [...survey.schemas.chosen(takes).properties.keys()].map((name) => ({ in: 'body' as const, name }));
  const query = operation.parameters.flatMap(({ in: place, name }) => (place === 'query' ? [{ in: place, name }] : []));
  const all = [...members, ...query].map((source) => ({ source, plain: normalizeName(source.name) }));
  return wanted.flatMap((name) => all.find(({ plain }) => plain === name)?.source ?? [])[0];
}
