import type { FlatSchema, SchemaReader } from './schema/flat-schema.js';
import { normalizeName, toSingular } from './words.js';

/** A location in a body: the names of the members on the path to it, and its schema. */
export interface BodyLocation {
  readonly path: readonly string[];
  readonly schema: unknown;
}

const wrappers = ['data', 'result', 'item', 'payload', 'response', 'record', 'object', 'entity', 'attributes'];
const lists =
  'data items results records values entries elements rows list content contents response result payload hits embedded'.split(
    ' ',
  );

/** Returns whether a member is a generic wrapper for the content of a response. */
export function isWrapper(name: string): boolean {
  return [...wrappers, ...lists].includes(normalizeName(name));
}

/** Members with information about the response, which are not wrappers. */
const about =
  /^(?:links?|meta|metadata|metadatas|pagination|paging|pageinfo|responsemetadata|errors?|warnings?|messages?|included|jsonapi|status|debug|context|request)$/;

/**
 * Finds the array of entities in the body of a list response.
 *
 * @param word name of the collection
 * @param like schema of an entity, if known. An array of this schema takes precedence
 */
export function findList(
  schemas: SchemaReader,
  schema: unknown,
  { word, like }: { readonly word: string; readonly like?: unknown },
  depth = 0,
): BodyLocation | undefined {
  if (schema === undefined) return undefined;
  const flat = schemas.chosen(
    schema,
    (alternatives) => alternatives.find((each) => isArray(schemas.chosen(each))) ?? alternatives[0],
  );
  if (isArray(flat)) return isEntity(schemas, flat.items) || depth > 0 ? { path: [], schema: flat.items } : undefined;
  if (depth > 1) return undefined;
  const names = [normalizeName(word), ...lists];
  const arrays = [...flat.properties].filter(([, property]) => {
    const inner = schemas.chosen(property);
    return isArray(inner) && isEntity(schemas, inner.items);
  });
  const itemsOf = ([, property]: readonly [string, unknown]) => schemas.chosen(property).items;
  const alike =
    arrays.find((each) => isSameSchema(schemas, itemsOf(each), like)) ??
    arrays.find((each) => hasSameMembers(schemas, itemsOf(each), like));
  const named = names
    .map((name) => arrays.find(([each]) => normalizeName(each) === name))
    .find((each) => each !== undefined);
  // An entity can have a list among its own members. A wrapper has few other members.
  const others = [...flat.properties.keys()].filter(
    (name) => !/^(?:next|prev|first|last|page)\w*(?:page|ur[il]|size|token)/i.test(name),
  );
  const isAbout = (name: string) => about.test(name) && !normalizeName(word).endsWith(name);
  const content = arrays.length === 1 ? arrays : arrays.filter(([name]) => !isAbout(normalizeName(name)));
  const only = content.length === 1 && others.length <= 8 && !flat.properties.has('id') ? content[0] : undefined;
  const [name, property] = alike ?? named ?? only ?? [];
  if (name !== undefined) return { path: [name], schema: schemas.chosen(property).items };
  for (const [wrapper, inner] of flat.properties) {
    if (!names.includes(normalizeName(wrapper))) continue;
    const found = findList(schemas, inner, like === undefined ? { word } : { word, like }, depth + 1);
    if (found !== undefined) return { path: [wrapper, ...found.path], schema: found.schema };
  }
  return undefined;
}

/** Finds the entity in a body: the whole body, or the single member that wraps it. */
export function findEntity(schemas: SchemaReader, schema: unknown, word: string, depth = 0): BodyLocation | undefined {
  if (schema === undefined) return undefined;
  const flat = schemas.chosen(
    schema,
    (alternatives) => alternatives.find((each) => schemas.chosen(each).properties.size > 0) ?? alternatives[0],
  );
  if (isArray(flat) || flat.types.some((type) => type !== 'object')) return undefined;
  if (depth < 2 && flat.properties.size > 0 && flat.properties.size <= 6 && !flat.properties.has('id')) {
    const objects = [...flat.properties].filter(([, property]) => schemas.chosen(property).properties.size > 0);
    const own = normalizeName(toSingular(word));
    const names = [own, ...wrappers];
    const content = objects.filter(([name]) => !about.test(normalizeName(name)));
    const others = [...flat.properties.keys()].filter((name) => !about.test(normalizeName(name)) && !isReport(name));
    const [name, inner] =
      objects.find(([each]) => names.includes(normalizeName(each))) ??
      objects.find(([each]) => own.length > 2 && normalizeName(each).endsWith(own)) ??
      (content.length === 1 && others.length === 1 ? content[0] : undefined) ??
      [];
    if (name !== undefined) {
      const within = findEntity(schemas, inner, word, depth + 1);
      return { path: [name, ...(within?.path ?? [])], schema: within?.schema ?? inner };
    }
  }
  return { path: [], schema };
}

/** Returns whether a member only reports whether the request succeeded. */
function isReport(name: string): boolean {
  return /^(?:ok|success|successful|code|statuscode|requestid|version|apiversion|time|took|timestamp|object|kind|type)$/.test(
    normalizeName(name),
  );
}

/** Returns whether values are strings or numbers, which can be keys. */
export function isScalarSchema(schemas: SchemaReader, schema: unknown): boolean {
  const { types } = schemas.chosen(schema);
  return types.length > 0 && types.every((type) => ['string', 'integer', 'number'].includes(type));
}

/** Returns whether two schemas are the same component. */
export function isSameSchema(schemas: SchemaReader, one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) return false;
  if (one === other) return true;
  const [first, second] = [schemas.chosen(one), schemas.chosen(other)];
  const [[own = ''], [their = '']] = [first.names, second.names];
  return second.names.includes(own) || first.names.includes(their);
}

/** Returns whether two schemas describe the same kind of entity: by their names, or by most of their members. */
export function isRelatedSchema(schemas: SchemaReader, one: unknown, other: unknown): boolean {
  const [first, second] = [schemas.chosen(one), schemas.chosen(other)];
  if (isSameSchema(schemas, one, other)) return true;
  const [few, many] = first.properties.size < second.properties.size ? [first, second] : [second, first];
  if (few.properties.size === 0) return true;
  const common = [...few.properties.keys()].filter((name) => many.properties.has(name));
  return common.length * 2 >= few.properties.size;
}

/** Returns whether two schemas without a name have the same members. */
function hasSameMembers(schemas: SchemaReader, one: unknown, other: unknown): boolean {
  const [first, second] = [schemas.chosen(one), schemas.chosen(other)];
  const isUnnamed = first.names.length === 0 && second.names.length === 0;
  const names = ({ properties }: FlatSchema) => [...properties.keys()].sort().join();
  return isUnnamed && first.properties.size > 2 && names(first) === names(second);
}

function isArray(flat: FlatSchema): boolean {
  return flat.types.includes('array');
}

function isEntity(schemas: SchemaReader, schema: unknown): boolean {
  const flat = schemas.chosen(schema);
  return flat.types.length === 0 ? flat.properties.size > 0 : flat.types.includes('object');
}
