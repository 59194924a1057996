import { omitUndefined, stringifyJson } from '@understudy/contract';
import {
  type ActionEffects,
  findEntity,
  findList,
  findNamed,
  isSameSchema,
  lastSegment,
  listPathParameters,
  normalizeName,
  parentPath,
  type Resource,
  splitWords,
  toSingular,
  type ValueSource,
} from '@understudy/model';
import { hasEffect, noEffects, planEffects } from '../names/plan-effects.js';
import { copyVerbs, isVerb } from '../words/verbs.js';
import { actsOnOwner, clearedBy, leavesList, listShownParts, takesOwn } from './changes-of-owner.js';
import type { IntentRule, OperationIntent, ResourceIndex } from './intent.js';
import { findListMember, findPart, inferListChange } from './own-list.js';
import { purposeOf } from './purpose-of.js';
import { isSameKind } from './single-at.js';
import type { OperationSurvey, SurveyedOperation } from './survey.js';

/** Infers an action from a path under an entity: `/invoices/{id}/pay`. */
export const inferAction: IntentRule = (survey, found, each) => {
  const { schemas } = survey;
  const { shape, method, answers } = each;
  const owner = ownerOf(found, shape, true);
  const [, list] = /^([^/{}]+)\/\{\}$/.exec(owner?.rest ?? '') ?? [];
  if (owner !== undefined && list !== undefined && method !== 'GET')
    return onListItem(survey, each, owner.resource, list);
  if (owner === undefined || owner.rest.includes('{')) return undefined;
  const { resource, rest } = owner;
  const action = rest.split('/').at(-1) ?? rest;
  const entity = findEntity(schemas, answers, lastSegment(resource.shape));
  const isOwn = entity !== undefined && isSameSchema(schemas, entity.schema, resource.schema);
  if (method === 'GET')
    return isOwn
      ? { does: 'read', resource, why: `reads one of ${resource.name}, below its path` }
      : onPresence(survey, each, resource, action);
  if (isOwn && copyVerbs.has(toSingular(splitWords(action)[0] ?? '')))
    return { does: 'create', resource, effects: noEffects, why: `copies one of ${resource.name}` };
  const named = effectsOf(survey, each, resource, action);
  const known = { ...named, set: { ...named.set, ...clearedBy(survey, each, resource) } };
  const isMember = !hasEffect(known) && (method === 'PUT' || method === 'PATCH' || method === 'POST');
  const own = isMember ? memberEffects(schemas, resource.schema, action, each) : undefined;
  const effects = own ?? known;
  if (isOwn && (method === 'PUT' || method === 'PATCH') && !hasEffect(effects))
    return { does: 'update', resource, why: `changes one of ${resource.name}, below its path` };
  if (!hasEffect(effects) && leavesList(survey, resource, action))
    return { does: 'delete', resource, why: `decides about one of ${resource.name}, which leaves its list` };
  if (!isOwn && !hasEffect(effects) && !takesOwn(survey, each, resource) && !actsOnOwner(survey, each, resource))
    return undefined;
  const why = `changes one of ${resource.name}: ${describeEffects(effects, action)}`;
  const [part, another] =
    own === undefined ? listShownParts(schemas, each, schemas.chosen(resource.schema).properties) : [action];
  const isPart = part !== undefined && another === undefined && !isOwn && effects.list === undefined;
  const member = isPart ? findPart(schemas, resource.schema, [part, answers]) : undefined;
  return omitUndefined({ does: 'act' as const, resource, effects, member, why });
};

/** Infers the effect of a path to an item in an entity's list: `DELETE /issues/{id}/assignees/{name}`. */
function onListItem(
  { schemas }: OperationSurvey,
  { operation, method }: SurveyedOperation,
  resource: Resource,
  list: string,
): OperationIntent | undefined {
  const name = `${method === 'DELETE' ? 'remove' : 'add'} ${list}`;
  const from = listPathParameters(operation.path).at(-1) ?? '';
  const change = inferListChange(schemas, resource.schema, { name, taken: [from] });
  if (change === undefined || findListMember(schemas, resource.schema, [list]) === undefined) return undefined;
  const effects = { ...noEffects, list: { ...change, from } };
  return { does: 'act', resource, effects, why: `changes one of ${resource.name}: ${describeEffects(effects, list)}` };
}

/** Infers a GET for part of an entity: `/issues/{id}/assignees`. */
export const inferMemberList: IntentRule = ({ schemas }, found, { shape, method, answers }) => {
  const owner = ownerOf(found, shape, true);
  if (method !== 'GET' || answers === undefined || owner === undefined || /[{/]/.test(owner.rest)) return undefined;
  const { resource, rest } = owner;
  const member = findPart(schemas, resource.schema, [rest, answers]);
  if (member === undefined) return undefined;
  return { does: 'read', resource, member, why: `reads ${member} of one of ${resource.name}` };
};

/** Infers a GET whose status reports whether the action at its path has happened. */
function onPresence(
  { schemas, byShape }: OperationSurvey,
  { shape, hasBody, operation }: SurveyedOperation,
  resource: Resource,
  action: string,
): OperationIntent | undefined {
  const methods = byShape.get(shape);
  if (hasBody || !operation.statuses.includes('404') || !(methods?.has('PUT') || methods?.has('POST')))
    return undefined;
  const effects = planEffects(schemas, resource.schema, action);
  if (!Object.values(effects.set).some((value) => value !== '=now' && value !== '=null')) return undefined;
  const why = `finds whether one of ${resource.name} has this: ${describeEffects(effects, action)}`;
  return { does: 'read', resource, effects, why };
}

/** Finds the record that contains a path: an item of a collection or, if `isAny`, also a resource that exists once. */
function ownerOf(
  { byItem, byShape }: ResourceIndex,
  shape: string,
  isAny = false,
): { resource: Resource; rest: string } | undefined {
  for (let at = parentPath(shape); at !== ''; at = parentPath(at)) {
    const once = byShape.get(at)?.resource;
    const resource = byItem.get(at) ?? (isAny && once?.single === true ? once : undefined);
    if (resource !== undefined) return { resource, rest: shape.slice(at.length + 1) };
  }
  return undefined;
}

/** The action of each method on an entity's list at the end of the path. */
const listActions: Readonly<Record<string, (name: string) => string>> = {
  DELETE: (name) => `remove ${name}`,
  PUT: (name) => `set ${name}`,
  PATCH: (name) => `add ${name}`,
  POST: (name) => (splitWords(name).some(isVerb) ? name : `add ${name}`),
};

function isOfList(action: string, member: string): boolean {
  return normalizeName(toSingular(action)) === normalizeName(toSingular(member));
}

/** Returns the effects of an action, from its name and from the lists that it shares with its entity. */
function effectsOf(
  { schemas }: OperationSurvey,
  { method, takes }: SurveyedOperation,
  resource: Resource,
  action: string,
): ActionEffects {
  const isDelete = method === 'DELETE';
  const effects = planEffects(schemas, resource.schema, action, isDelete);
  const { properties } = schemas.chosen(resource.schema);
  const sent = findEntity(schemas, takes, lastSegment(resource.shape))?.schema ?? takes;
  const taken = [...schemas.chosen(sent).properties];
  const list = inferListChange(schemas, resource.schema, {
    name: listActions[method]?.(action) ?? action,
    taken: taken.map(([name]) => name),
  });
  const arrays = taken.filter(([, property]) => schemas.chosen(property).types.includes('array'));
  // A body with the members of an item is the item, even if it contains a list.
  const item = schemas.chosen(schemas.chosen(properties.get(list?.member ?? '')).items).properties;
  const isWhole = taken.length > 1 && taken.every(([name]) => item.has(name));
  const from = isWhole ? undefined : (list?.from ?? (arrays.length === 1 ? arrays[0]?.[0] : undefined));
  const isItem =
    from !== undefined || takes === undefined || schemas.chosen(takes).types.includes('array') || taken.length > 0;
  if (list !== undefined && (list.from !== undefined || (isOfList(action, list.member) && isItem))) {
    const { member, mode } = list;
    return { ...noEffects, list: omitUndefined({ member, mode, from }) };
  }
  const isListOf = ([name, property]: readonly [string, unknown]) =>
    schemas.chosen(property).types.includes('array') && schemas.chosen(properties.get(name)).types.includes('array');
  if (taken.some(isListOf) && method !== 'PUT') return { ...effects, lists: isDelete ? 'remove' : 'add' };
  const own = [...properties.keys()].find((name) => normalizeName(name) === normalizeName(action));
  if (isDelete && own !== undefined && !hasEffect(effects)) return { ...effects, set: { [own]: '=null' } };
  return effects;
}

/** Returns the member of a record that a request under its path sets: `PUT /tasks/{id}/note`. */
function memberEffects(
  ...[schemas, schema, action, { takes, method }]: readonly [
    OperationSurvey['schemas'],
    unknown,
    string,
    SurveyedOperation,
  ]
): ActionEffects | undefined {
  const { properties } = schemas.chosen(schema);
  const name = [...properties.keys()].find((each) => normalizeName(each) === normalizeName(action));
  if (name === undefined || takes === undefined) return undefined;
  const { types } = schemas.chosen(properties.get(name));
  const taken = schemas.chosen(takes).properties;
  if (taken.has(name)) return undefined;
  const isScalar = (each: unknown) => !/object|array/.test(schemas.chosen(each).types.join());
  const [only, ...others] = [...taken].filter(([, each]) => isScalar(each));
  const isObject = types.includes('object') && taken.size > 0;
  const inside = [...taken.keys()].filter((inner) => schemas.chosen(properties.get(name)).properties.has(inner));
  if (isObject && method === 'PATCH')
    return { set: Object.fromEntries(inside.map((inner) => [`${name}.${inner}`, `=body.${inner}`])) };
  const isWhole =
    isObject || (taken.size === 0 && isScalar(takes) && types.join() === schemas.chosen(takes).types.join());
  const value = isWhole
    ? '=body'
    : only !== undefined && others.length === 0 && isScalar(properties.get(name))
      ? `=body.${only[0]}`
      : undefined;
  return value === undefined ? undefined : { set: { [name]: value } };
}

function describeEffects({ set, lists, list }: ActionEffects, action: string): string {
  const parts = [
    ...Object.entries(set).map(([name, value]) =>
      value === '=null'
        ? `${name} is cleared`
        : `${name} becomes ${value === '=now' ? 'the current time' : stringifyJson(value)}`,
    ),
    ...(list === undefined ? [] : [`${list.mode} in its ${list.member}`]),
    ...(lists === undefined ? [] : [lists === 'add' ? 'its lists grow' : 'its lists shrink']),
  ];
  return parts.length === 0 ? `${action} with the members of its body` : parts.join(', ');
}

/**
 * Infers a GET or a search under a collection that lists some of its entities: `/pet/findByStatus`, `POST
 * /pets/search`.
 */
export const inferSearch: IntentRule = ({ schemas }, { byShape }, each) => {
  const { shape, method, answers } = each;
  const isSearch = method === 'GET' || (method === 'POST' && purposeOf(each) === 'list');
  if (!isSearch || answers === undefined) return undefined;
  const collection = [...byShape.values()].find(
    ({ resource }) =>
      resource.kept && shape.startsWith(`${resource.shape}/`) && !shape.slice(resource.shape.length).includes('{'),
  );
  if (collection === undefined) return undefined;
  const { resource } = collection;
  const list = findList(schemas, answers, { word: lastSegment(resource.shape), like: resource.schema });
  const isSame = method === 'GET' ? isSameSchema : isSameKind;
  if (list === undefined || !isSame(schemas, list.schema, resource.schema)) return undefined;
  return { does: 'list', resource, why: `lists those of ${resource.name} that its parameters ask for` };
};

/**
 * Infers a GET at another path that lists entities of a collection: all of them, or those that refer to the parent
 * entity.
 */
export const inferJoin: IntentRule = (survey, found, each) => {
  const { schemas } = survey;
  const { shape, method, operation, answers } = each;
  if (method !== 'GET' || answers === undefined) return undefined;
  const list = findList(schemas, answers, { word: lastSegment(shape) });
  if (list === undefined) return undefined;
  const same = found.all.filter((each) => !each.single && isSameSchema(schemas, list.schema, each.schema));
  const resource = same.find(({ name }) => lastSegment(name.replaceAll('.', '/')) === lastSegment(shape)) ?? same[0];
  if (resource === undefined) return undefined;
  // Prefer the parent's own list if no operation creates the resource, or if its name differs.
  const isOther = !resource.kept || lastSegment(resource.shape) !== lastSegment(shape);
  if ((isOther || resource.parents > 0) && inferMemberList(survey, found, each)) return undefined;
  const owner = ownerOf(found, shape);
  const parameters = listPathParameters(operation.path);
  const refersTo = owner === undefined ? undefined : referenceTo(schemas, resource, owner.resource, parameters);
  if (owner !== undefined && refersTo === undefined) return undefined;
  const rest = refersTo === undefined ? '' : ` whose ${refersTo.member} is the one of its path`;
  const join = { across: true, ...(refersTo === undefined ? {} : { refersTo }) };
  return { does: 'list', resource, parents: [], join, why: `lists ${resource.name}${rest}` };
};

/** Infers a GET for an item of such a list: `/teams/{id}/rooms/{id}` reads the records of `/rooms`. */
export const inferJoinedItem: IntentRule = ({ schemas }, { all }, { shape, method, operation, answers }) => {
  const name = listPathParameters(operation.path).at(-1);
  if (method !== 'GET' || !shape.endsWith('/{}') || name === undefined) return undefined;
  const word = lastSegment(parentPath(shape));
  const entity = findEntity(schemas, answers, word);
  const resource = all.find(
    (each) => isStoredAt(each, word) && each.parents === 0 && isSameSchema(schemas, entity?.schema, each.schema),
  );
  if (resource === undefined || entity === undefined) return undefined;
  const key = { in: 'path', name } as const;
  return { does: 'read', resource, parents: [], key, why: `reads one of ${resource.name}, below another path` };
};

/** True if requests create records of a collection with this name. */
export function isStoredAt({ kept, single, key, shape }: Resource, word: string): boolean {
  return kept && !single && key !== undefined && lastSegment(shape) === word;
}

export function referenceTo(
  schemas: OperationSurvey['schemas'],
  resource: Resource,
  owner: Resource,
  parameters: readonly string[],
) {
  const source: ValueSource = { in: 'path', name: parameters[owner.parents] ?? '' };
  const word = normalizeName(toSingular(lastSegment(owner.shape)));
  // A record's own key never refers to another record, even if it is named like the parameter: `/lists/{id}/items`.
  const properties = [...schemas.chosen(resource.schema).properties.keys()].filter((name) => name !== resource.key);
  const names = [word, `${word}id`, `${word}${normalizeName(owner.key ?? '')}`, normalizeName(source.name)];
  const member =
    findNamed(properties, names) ??
    properties.find((name) => toSingular(normalizeName(name)) === word) ??
    findNamed(properties, ['parent', 'parentid']);
  return member === undefined ? undefined : { member, source };
}
