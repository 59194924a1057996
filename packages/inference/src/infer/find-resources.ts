import { omitUndefined } from '@understudy/contract';
import {
  type FoundResource,
  findEntity,
  findList,
  isRelatedSchema,
  isScalarSchema,
  lastSegment,
  listPathParameters,
  normalizeName,
  parentPath,
  type Resource,
  splitWords,
  toSingular,
} from '@understudy/model';
import { isVerb } from '../words/verbs.js';
import { isActedOn, isCreatedByPut, isKeyed, isListBelowKey, isListOfOwner, repeatsGet } from './collection-paths.js';
import { findBatchOperation } from './find-batch.js';
import { aloneInList, elementElsewhere, elementOfKeys } from './find-element.js';
import { findAlias, findKey, findNamedKey, keySchemaOf } from './find-key.js';
import { findLinkedKey } from './find-linked-key.js';
import { linkToItemPaths } from './link-to-item-paths.js';
import { findLooseThings } from './loose-things.js';
import { findPart } from './own-list.js';
import { isAsked, isQuestion, purposeOf } from './purpose-of.js';
import { isPresence, isSameKind, nameOf, singleAt, takenBy, takesWhole, writableBy } from './single-at.js';
import type { OperationSurvey, SurveyedOperation } from './survey.js';

/** Finds the collections of a description from its paths and schemas, by path shape. */
export function findResources(survey: OperationSurvey): Map<string, FoundResource> {
  const found = new Map<string, FoundResource>();
  const shapes = [...survey.byShape.keys()].sort((one, other) => one.length - other.length);
  const collections = new Set<string>();
  for (const shape of shapes)
    if (shape.endsWith('/{}') && !isListBelowKey(survey, shape)) collections.add(parentPath(shape));
  for (const shape of shapes) {
    const methods = survey.byShape.get(shape);
    const isChanged =
      methods?.has('POST') || isCreatedByPut(methods) || findBatchOperation(survey, shape) !== undefined;
    const isWhole = !survey.byShape.has(`${shape}/{}`) && takesWhole(survey, methods);
    if (methods?.has('GET') && !isWhole && (isChanged || isKeyed(survey, shape) || isActedOn(survey, shape)))
      collections.add(shape);
  }
  for (const shape of collections) {
    if (isListOfOwner(survey, found, shape)) continue;
    const resource = collectionAt(survey, shape);
    if (resource !== undefined) found.set(shape, resource);
  }
  for (const [shape, loose] of findLooseThings(survey, found)) found.set(shape, loose);
  const items = new Map([...found.values()].flatMap((each) => (each.item === undefined ? [] : [[each.item, each]])));
  for (const shape of shapes) {
    const isTaken = found.has(shape) || items.has(shape);
    const single = isTaken || isFacet(survey, shape, items) ? undefined : singleAt(survey, shape);
    if (single !== undefined) found.set(shape, single);
  }
  return linkToItemPaths(
    survey,
    withParents(found, (item) => isTenant(survey, item)),
  );
}

const tenants =
  /^(?:accounts?|orgs?|organi[sz]ations?|workspaces?|tenants?|enterprises?|namespaces?|realms?|subscriptions?|teams?|projects?)$/i;

/** Returns whether many paths are under a root resource that callers do not create first, such as a tenant. */
function isTenant({ byShape }: OperationSurvey, item: string): boolean {
  const shapes = [...byShape.keys()];
  const below = shapes.filter((shape) => shape.startsWith(`${item}/`)).length;
  return !parentPath(item).includes('{') && tenants.test(lastSegment(item)) && below >= 3 && below * 5 >= shapes.length;
}

/**
 * Returns whether a path identifies the parent entity: the parent's schema under the parent's path, or an alias of its
 * key.
 */
function isFacet(
  { schemas, byShape }: OperationSurvey,
  shape: string,
  items: ReadonlyMap<string, FoundResource>,
): boolean {
  const owner = items.get(parentPath(shape)) ?? items.get(`${parentPath(shape)}/{}`);
  if (owner === undefined) return false;
  const { answers } = byShape.get(shape)?.get('GET') ?? {};
  const { schema } = owner.resource;
  const word = lastSegment(shape);
  const isOwn =
    answers === undefined
      ? [...schemas.chosen(schema).properties.keys()].some((name) => normalizeName(name) === normalizeName(word))
      : findPart(schemas, schema, [word, answers]) !== undefined;
  if (items.has(parentPath(shape)) && isOwn) return true;
  const entity = findEntity(schemas, answers, lastSegment(owner.resource.shape));
  return entity !== undefined && isSameKind(schemas, entity.schema, owner.resource.schema);
}

function collectionAt(survey: OperationSurvey, shape: string): FoundResource | undefined {
  const { schemas, byShape } = survey;
  const item = `${shape}/{}`;
  const ofItem = byShape.get(item);
  const ofAll = byShape.get(shape);
  const word = lastSegment(shape);
  if (ofAll === undefined && ofItem?.size === 1 && isAsked(ofItem.get('GET'))) return undefined;
  const entity = (each: SurveyedOperation | undefined) => findEntity(schemas, each?.answers, word)?.schema;
  const listed = ofAll?.get('GET')?.answers;
  const ofOne = aloneInList(survey, item) ?? entity(ofItem?.get('GET'));
  const listedAs = findList(schemas, listed, { word, like: ofOne })?.schema;
  const element =
    (isScalarSchema(schemas, listedAs) ? undefined : listedAs) ??
    elementOfKeys(survey, shape) ??
    (ofAll === undefined && ofOne === undefined ? elementElsewhere(survey, shape) : undefined);
  const isByQuery = ofItem === undefined && element === undefined && isKeyed(survey, shape);
  const read = isByQuery ? entity(ofAll?.get('GET')) : ofOne;
  const isMembership = isPresence(ofItem?.get('GET')) && ofItem?.has('PUT') === true;
  const isNamed =
    (ofItem === undefined ? element !== undefined || isByQuery : isThing(ofItem)) &&
    (isCreation(ofAll?.get('POST'), word) || isCreatedByPut(ofAll));
  const batch = findBatchOperation(survey, shape);
  const isListedOnly = isActedOn(survey, shape);
  const writes =
    isListedOnly ||
    batch !== undefined ||
    ofAll?.has('POST') ||
    ['PUT', 'PATCH', 'DELETE'].some((method) => ofItem?.has(method) || ofAll?.has(method));
  if (read === undefined && !isMembership && !isNamed && !(element !== undefined && writes)) return undefined;
  // A GET whose path ends in a verb is a query, not a collection.
  if (ofItem === undefined && listed !== undefined && element === undefined && splitWords(word).some(isVerb))
    return undefined;
  const creates = batch?.operation ?? ofAll?.get('POST') ?? (isCreatedByPut(ofAll) ? ofAll?.get('PUT') : undefined);
  const put = ofItem?.get('PUT');
  const sent = creates === undefined ? undefined : takenBy(schemas, creates);
  const taken = findEntity(schemas, sent, word)?.schema ?? sent;
  const like = read ?? element ?? taken;
  // A confirmation, such as `{ success: true }`, is not an entity.
  const confirmed = (each: SurveyedOperation | undefined) => {
    const answered = entity(each);
    const isEntity =
      like === undefined || isRelatedSchema(schemas, answered, like) || namesKey(survey, answered, ofItem, word);
    return isEntity ? answered : undefined;
  };
  const answered = batch === undefined ? confirmed(creates) : undefined;
  // A response with only a key identifies a record. The list shows more of it.
  const [only, another] = [...schemas.chosen(answered).properties.values()];
  const isKey =
    another === undefined && isScalarSchema(schemas, only) && !isRelatedSchema(schemas, answered, element ?? answered);
  const created = isKey ? undefined : answered;
  // A list can contain more members of a record than the response of its creation.
  const isLess = schemas.chosen(created).properties.size < schemas.chosen(element).properties.size;
  const first = isLess && isRelatedSchema(schemas, created, element) ? [element, created] : [created, element];
  const shown = [read, ...first, confirmed(put), confirmed(ofItem?.get('PATCH')), taken];
  const schema =
    shown.find((each) => schemas.chosen(each).properties.size > 0) ?? shown.find((each) => each !== undefined) ?? {};
  const isCreator =
    creates !== undefined &&
    !isQuestion(creates) &&
    !repeatsGet(survey, shape) &&
    (batch !== undefined ||
      isNamed ||
      creates.answers === undefined ||
      (answered === undefined
        ? read !== undefined && showsNew(survey, creates, schema, word)
        : [creates.answers, answered].some((each) => isRelatedSchema(schemas, each, schema)) ||
          namesKey(survey, answered, ofItem, word)));
  const isPlaced =
    put !== undefined && (put.answers === undefined || isRelatedSchema(schemas, entity(put) ?? {}, schema));
  const representative = ofItem?.values().next().value ?? ofAll?.values().next().value;
  if (representative === undefined) return undefined;
  const names = listPathParameters(representative.operation.path);
  const [own, ...others] = ofItem === undefined ? [] : keysInPath(survey, item, word);
  const parameter = own?.name;
  const { schema: parameterSchema, description } = own ?? {};
  const wrapped = findEntity(schemas, creates?.answers, word)?.path;
  const linked = findLinkedKey(survey, creates, ofItem, parameter, wrapped ?? []);
  // An entity without described members still needs an id.
  const isBare = ofItem !== undefined && creates !== undefined && schemas.chosen(schema).properties.size === 0;
  const isHidden = isBare || (isByQuery && !schemas.chosen(schema).properties.has('id'));
  // If a creation returns only a key, the record need not contain the key.
  const isAnswered = isScalarSchema(schemas, creates?.answers) && ofItem !== undefined;
  const key =
    linked?.key ??
    (isHidden ? 'id' : undefined) ??
    (isMembership && read === undefined
      ? undefined
      : findKey(schemas, schema, { parameter, word, parameterSchema, others: [created, element] })) ??
    (isAnswered ? 'id' : undefined);
  // A link passes the only key of a path.
  const alias =
    key === undefined || linked !== undefined
      ? undefined
      : findAlias(schemas, schema, key, {
          parameter,
          parameterSchema,
          description,
          others: others.map(({ name }) => name),
        });
  const members = key === undefined ? [] : [schema, created, element].map((each) => schemas.member(each, key));
  return {
    item: ofItem === undefined && !isListedOnly ? undefined : item,
    creates: isCreator,
    resource: {
      key,
      schema,
      keySchema: keySchemaOf(schemas, members, parameterSchema),
      ...omitUndefined({
        name: nameOf(shape),
        parents: names.length - (ofItem === undefined ? 0 : 1),
        ...{ shape, alias, pathSchema: parameterSchema, single: false },
        keyLinkedBy: linked?.creator,
        kept: isCreator || isPlaced,
        marksDeleted: marksDeleted(survey, ofItem?.get('GET')) || undefined,
        writable: writableBy(survey, [creates, put, ofItem?.get('PATCH'), ofItem?.get('POST')], word),
      }),
    },
  };
}

/** Returns the last parameter of each path with this shape, the id first: `/pets/{petId}`, `/pets/{name}`. */
function keysInPath({ all }: OperationSurvey, item: string, word: string) {
  const found = new Map<string, { name: string; schema?: unknown; description?: string | undefined }>();
  for (const { shape, operation } of all) {
    const name = shape === item ? listPathParameters(operation.path).at(-1) : undefined;
    const described = operation.parameters.find((each) => each.in === 'path' && each.name === name);
    if (name !== undefined && !found.has(name)) found.set(name, described ?? { name });
  }
  const isId = (name: string) => ['id', `${normalizeName(toSingular(word))}id`].includes(normalizeName(name));
  return [...found.values()].sort((one, other) => Number(isId(other.name)) - Number(isId(one.name)));
}

/** Returns whether a path identifies a record instead of a calculation. */
function isThing(ofItem: ReadonlyMap<string, SurveyedOperation> | undefined): boolean {
  const read = ofItem?.get('GET');
  if (read !== undefined) return purposeOf(read) !== 'ask';
  return ['PUT', 'PATCH', 'DELETE'].some((method) => ofItem?.has(method));
}

/** Returns whether a POST to the parent path creates a record, whatever its response. */
function isCreation(each: SurveyedOperation | undefined, word: string): boolean {
  if (each === undefined || splitWords(word).some(isVerb)) return false;
  const purpose = purposeOf(each);
  return purpose === undefined || purpose === 'create' || purpose === 'act';
}

/** Returns whether the response of a creation contains the key in the path of the entity. */
function namesKey(
  { schemas }: OperationSurvey,
  created: unknown,
  ofItem: ReadonlyMap<string, SurveyedOperation> | undefined,
  word: string,
): boolean {
  const [item] = ofItem?.values() ?? [];
  const parameter = item === undefined ? undefined : listPathParameters(item.operation.path).at(-1);
  const query = { parameter, word, parameterSchema: undefined };
  return parameter !== undefined && findNamedKey(schemas, created, query) !== undefined;
}

/** Returns whether the response of a creation is the key of the new entity, or a list that contains the entity. */
function showsNew({ schemas }: OperationSurvey, { answers }: SurveyedOperation, like: unknown, word: string): boolean {
  const list = findList(schemas, answers, { word, like });
  return list === undefined ? isScalarSchema(schemas, answers) : isRelatedSchema(schemas, list.schema, like);
}

/** Returns whether a GET has a separate schema for a deleted entity. */
function marksDeleted({ schemas }: OperationSurvey, reads: SurveyedOperation | undefined): boolean {
  return schemas.flat(reads?.answers).alternatives.some((each) => schemas.chosen(each).properties.has('deleted'));
}

/** Sets the parent and a unique name of each resource. */
function withParents(found: Map<string, FoundResource>, isRoot: (item: string) => boolean): Map<string, FoundResource> {
  const byItem = new Map(
    [...found.values()].flatMap((each) => (each.item === undefined ? [] : [[each.item, each.resource] as const])),
  );
  const names = new Set<string>();
  const result = new Map<string, FoundResource>();
  for (const [shape, { resource, item, creates = false }] of found) {
    let parent: Resource | undefined;
    for (let at = parentPath(shape); at !== '' && parent === undefined; at = parentPath(at)) parent = byItem.get(at);
    let { name } = resource;
    for (let count = 2; names.has(name); count += 1) name = `${resource.name}${count}`;
    names.add(name);
    const tenant = item !== undefined && isRoot(item) ? { tenant: true } : {};
    const below = parent?.kept ? { parent: parent.shape } : {};
    result.set(shape, { item, creates, resource: { ...resource, name, ...below, ...tenant } });
  }
  return result;
}
