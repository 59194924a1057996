import { findEntity, findList, isRelated } from './find-body.js';
import { findKey } from './find-key.js';
import { linkedKey } from './linked-key.js';
import type { Resource } from './plan.js';
import type { Survey, Surveyed } from './survey.js';
import { above, lastWord, parametersIn, shapeOf } from './words.js';

/** A resource, and the shapes of the paths of its collection and its things. */
export interface FoundResource {
  readonly resource: Resource;
  readonly item: string | undefined;
}

/** The collections that the paths and schemas of a description speak of, by the shape of their path. */
export function findResources(survey: Survey): Map<string, FoundResource> {
  const found = new Map<string, FoundResource>();
  const shapes = [...survey.byShape.keys()].sort((one, other) => one.length - other.length);
  const collections = new Set<string>();
  for (const shape of shapes) if (shape.endsWith('/{}')) collections.add(above(shape));
  for (const shape of shapes) {
    const methods = survey.byShape.get(shape);
    if (methods?.has('POST') && methods.has('GET')) collections.add(shape);
  }
  for (const shape of collections) {
    const resource = collectionAt(survey, shape);
    if (resource !== undefined) found.set(shape, resource);
  }
  for (const shape of shapes) {
    const isTaken = found.has(shape) || [...found.values()].some(({ item }) => item === shape);
    const single = isTaken ? undefined : singleAt(survey, shape);
    if (single !== undefined) found.set(shape, single);
  }
  return withParents(found);
}

function collectionAt(survey: Survey, shape: string): FoundResource | undefined {
  const { schemas, byShape } = survey;
  const item = `${shape}/{}`;
  const ofItem = byShape.get(item);
  const ofAll = byShape.get(shape);
  const word = lastWord(shape);
  const thing = (operation: Surveyed | undefined) =>
    operation?.answers === undefined ? undefined : findEntity(schemas, operation.answers, word)?.schema;
  const listed = ofAll?.get('GET')?.answers;
  const element = listed === undefined ? undefined : findList(schemas, listed, word)?.schema;
  const read = thing(ofItem?.get('GET'));
  const isMembership = isPresence(ofItem?.get('GET')) && ofItem?.has('PUT') === true;
  const writes = ofAll?.has('POST') || ['PUT', 'PATCH', 'DELETE'].some((method) => ofItem?.has(method));
  if (read === undefined && !isMembership && !(element !== undefined && writes)) return undefined;
  const created = thing(ofAll?.get('POST'));
  const schema = read ?? created ?? element ?? thing(ofItem?.get('PUT')) ?? thing(ofItem?.get('PATCH')) ?? {};
  const creates = ofAll?.get('POST');
  const isCreator =
    creates !== undefined &&
    creates.directions.does !== 'answer' &&
    !isListed(survey, creates, word) &&
    (creates.answers === undefined ||
      isRelated(schemas, creates.answers, schema) ||
      (created !== undefined && isRelated(schemas, created, schema)));
  const put = ofItem?.get('PUT');
  const kept =
    isCreator ||
    (put !== undefined &&
      put.directions.does !== 'answer' &&
      (put.answers === undefined || isRelated(schemas, thing(put) ?? {}, schema)));
  const representative = ofItem?.values().next().value ?? ofAll?.values().next().value;
  if (representative === undefined) return undefined;
  const path = representative.operation.path;
  const names = parametersIn(path);
  const parameter = ofItem === undefined ? undefined : names.at(-1);
  const parameterSchema = representative.operation.parameters.find(
    ({ name, in: place }) => place === 'path' && name === parameter,
  )?.schema;
  const directions = [...(ofItem?.values() ?? []), ...(ofAll?.values() ?? [])].map((each) => each.directions);
  const said = directions.find((each) => each.key !== undefined)?.key;
  const wrapped = creates?.answers === undefined ? undefined : findEntity(schemas, creates.answers, word)?.path;
  const linked = linkedKey(survey, creates, ofItem, parameter, wrapped ?? []);
  const key =
    said ??
    linked?.key ??
    (isMembership && read === undefined ? undefined : findKey(schemas, schema, parameter, word, parameterSchema));
  const states = directions.find((each) => each.states !== undefined)?.states;
  return {
    item: ofItem === undefined ? undefined : item,
    resource: {
      name: directions.find((each) => each.collection !== undefined)?.collection ?? nameOf(shape),
      shape,
      parents: names.length - (ofItem === undefined ? 0 : 1),
      key,
      ...(said === undefined && linked !== undefined ? { keyLinkedBy: linked.creator } : {}),
      keySchema: key === undefined ? parameterSchema : (schemas.chosen(schema).properties.get(key) ?? parameterSchema),
      schema,
      kept,
      single: false,
      ...(states === undefined ? {} : { states }),
    },
  };
}

/** Whether a GET says by its status alone that something is there. */
function isPresence(operation: Surveyed | undefined): boolean {
  return operation !== undefined && !operation.hasBody && operation.operation.statuses.includes('404');
}

function isListed({ schemas }: Survey, { answers }: Surveyed, word: string): boolean {
  return answers !== undefined && findEntity(schemas, answers, word) === undefined;
}

/** One thing alone, that is read and changed at one path. */
function singleAt({ schemas, byShape }: Survey, shape: string): FoundResource | undefined {
  const methods = byShape.get(shape);
  const read = methods?.get('GET');
  const change = methods?.get('PUT') ?? methods?.get('PATCH');
  const word = lastWord(shape);
  if (read?.answers === undefined || change === undefined) return undefined;
  const thing = findEntity(schemas, read.answers, word);
  if (thing === undefined || schemas.chosen(thing.schema).properties.size === 0) return undefined;
  if (
    change.answers !== undefined &&
    !isRelated(schemas, findEntity(schemas, change.answers, word)?.schema ?? {}, thing.schema)
  )
    return undefined;
  return {
    item: undefined,
    resource: {
      name: nameOf(shape),
      shape,
      parents: parametersIn(read.operation.path).length,
      key: undefined,
      keySchema: {},
      schema: thing.schema,
      kept: false,
      single: true,
    },
  };
}

function nameOf(shape: string): string {
  const words = shapeOf(shape)
    .split('/')
    .filter((segment) => segment !== '' && !segment.includes('{'));
  return words.length === 0 ? 'items' : words.join('.');
}

/** Tells each resource the one whose things its path leads through, and no two by one name. */
function withParents(found: Map<string, FoundResource>): Map<string, FoundResource> {
  const byItem = new Map(
    [...found.values()].flatMap((each) => (each.item === undefined ? [] : [[each.item, each.resource] as const])),
  );
  const names = new Set<string>();
  const result = new Map<string, FoundResource>();
  for (const [shape, { resource, item }] of found) {
    let parent: Resource | undefined;
    for (let at = above(shape); at !== '' && parent === undefined; at = above(at)) parent = byItem.get(at);
    let { name } = resource;
    for (let count = 2; names.has(name); count += 1) name = `${resource.name}${count}`;
    names.add(name);
    result.set(shape, { item, resource: { ...resource, name, ...(parent?.kept ? { parent: parent.shape } : {}) } });
  }
  return result;
}
