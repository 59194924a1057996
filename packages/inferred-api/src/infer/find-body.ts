import type { FlatSchema, Schemas } from '../schema/flat-schema.js';
import { plainName, singular } from './words.js';

/** Where in a body something is: the names of the members that lead to it, and its schema. */
export interface Found {
  readonly path: readonly string[];
  readonly schema: unknown;
}

const wrappers = ['data', 'result', 'item', 'payload', 'response', 'record', 'object', 'entity', 'attributes'];
const lists = [
  'data',
  'items',
  'results',
  'records',
  'values',
  'entries',
  'elements',
  'rows',
  'list',
  'content',
  'hits',
  'embedded',
];

/** The array of things in the body of a list; undefined where there is none. */
export function findList(schemas: Schemas, schema: unknown, word: string, depth = 0): Found | undefined {
  const flat = schemas.chosen(
    schema,
    (alternatives) => alternatives.find((each) => isArray(schemas.chosen(each))) ?? alternatives[0],
  );
  if (isArray(flat)) return isThing(schemas, flat.items) || depth > 0 ? { path: [], schema: flat.items } : undefined;
  if (depth > 1) return undefined;
  const names = [plainName(word), ...lists];
  const arrays = [...flat.properties].filter(([, property]) => {
    const inner = schemas.chosen(property);
    return isArray(inner) && isThing(schemas, inner.items);
  });
  const named = names
    .map((name) => arrays.find(([each]) => plainName(each) === name))
    .find((each) => each !== undefined);
  // What is a thing itself may well have one list among its members; what wraps a list has little beside it.
  const only = arrays.length === 1 && flat.properties.size <= 8 && !flat.properties.has('id') ? arrays[0] : undefined;
  const [name, property] = named ?? only ?? [];
  if (name !== undefined) return { path: [name], schema: schemas.chosen(property).items };
  for (const [wrapper, inner] of flat.properties) {
    if (!names.includes(plainName(wrapper))) continue;
    const found = findList(schemas, inner, word, depth + 1);
    if (found !== undefined) return { path: [wrapper, ...found.path], schema: found.schema };
  }
  return undefined;
}

/** The thing in the body of an answer: all of it, or the one member that wraps it. */
export function findEntity(schemas: Schemas, schema: unknown, word: string): Found | undefined {
  const flat = schemas.chosen(
    schema,
    (alternatives) => alternatives.find((each) => schemas.chosen(each).properties.size > 0) ?? alternatives[0],
  );
  if (isArray(flat) || flat.types.some((type) => type !== 'object')) return undefined;
  if (flat.properties.size > 0 && flat.properties.size <= 5 && !flat.properties.has('id')) {
    const names = [plainName(singular(word)), ...wrappers];
    const wrapped = [...flat.properties].find(
      ([name, property]) => names.includes(plainName(name)) && schemas.chosen(property).properties.size > 0,
    );
    if (wrapped !== undefined) return { path: [wrapped[0]], schema: wrapped[1] };
  }
  return { path: [], schema };
}

/** Whether two schemas speak of the same kind of thing: by their names, or by most of their members. */
export function isRelated(schemas: Schemas, one: unknown, other: unknown): boolean {
  const [first, second] = [schemas.chosen(one), schemas.chosen(other)];
  if (first.names.some((name) => second.names.includes(name))) return true;
  const [few, many] = first.properties.size < second.properties.size ? [first, second] : [second, first];
  if (few.properties.size === 0) return true;
  const common = [...few.properties.keys()].filter((name) => many.properties.has(name));
  return common.length * 2 >= few.properties.size;
}

function isArray(flat: FlatSchema): boolean {
  return flat.types.includes('array');
}

function isThing(schemas: Schemas, schema: unknown): boolean {
  const flat = schemas.chosen(schema);
  return flat.types.length === 0 ? flat.properties.size > 0 : flat.types.includes('object');
}
