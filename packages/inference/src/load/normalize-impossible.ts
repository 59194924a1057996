import { isObject, type OpenApiDocument, stringifyJson } from '@understudy/contract';
import { type DescriptionWarnings, type FlatSchema, remember, SchemaReader } from '@understudy/model';
import type { PlacedSchema } from './normalize-document.js';

/**
 * Relaxes schemas that match no value, in place: parts that forbid each other's members, required members without a
 * description, alternatives that overlap completely, and schemas that require themselves.
 */
export function normalizeImpossible(
  document: OpenApiDocument,
  placed: readonly PlacedSchema[],
  warnings: DescriptionWarnings,
): void {
  const schemas = new SchemaReader(document);
  for (const { node, pointer } of placed) {
    const message = 'Each part of allOf forbids the members of the others, so the parts allow them.';
    if (Array.isArray(node['allOf']) && openParts(schemas, node, node['allOf']))
      warnings.add('all-of', pointer, message);
  }
  const parts = new Set(placed.flatMap(({ node }) => partsOf(schemas, node)));
  for (const { node, pointer } of placed) {
    // One part can require members that another part describes.
    const names = parts.has(node) ? [] : describeRequired(schemas, node);
    const message = `${names.join(', ')} is required, but not described; any value is accepted.`;
    if (names.length > 0) warnings.add('required', pointer, message);
  }
  for (const { node, pointer } of placed) {
    const endless = Array.isArray(node['required']) ? relaxEndless(schemas, node) : [];
    const message = `${endless.join(', ')} requires itself without end, so it is treated as optional.`;
    if (endless.length > 0) warnings.add('endless', pointer, message);
  }
  for (const { node, pointer } of placed) {
    const isOpened = Array.isArray(node['oneOf']) && node['oneOf'].length > 1 && relaxOverlapping(schemas, node);
    const message =
      'Every value that matches one alternative of oneOf also matches another, so oneOf is treated as anyOf.';
    if (isOpened) warnings.add('one-of', pointer, message);
  }
}

type Node = Record<string, unknown>;

/** Lists the schemas that apply to the same value, and the schema that is referenced. */
function partsOf(schemas: SchemaReader, { allOf, anyOf, oneOf, $ref: reference }: Node): unknown[] {
  const own = [allOf, anyOf, oneOf].flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  const target = typeof reference === 'string' ? [schemas.target(reference)] : [];
  const targets = own.map((part) =>
    isObject(part) && typeof part['$ref'] === 'string' ? schemas.target(part['$ref']) : part,
  );
  return own.length === 0 ? [] : [...targets, ...target];
}

/** Describes required members without a description, and returns their names. */
function describeRequired(schemas: SchemaReader, node: Node): string[] {
  const { properties, required } = node;
  if (!isObject(properties) || !Array.isArray(required) || partsOf(schemas, node).length > 0) return [];
  if (isObject(node['patternProperties']) || isObject(node['additionalProperties'])) return [];
  const names = required.filter((name): name is string => typeof name === 'string' && !Object.hasOwn(properties, name));
  if (Object.keys(properties).length === 0) return [];
  for (const name of names) properties[name] = {};
  return names;
}

/** Allows the members of all parts in each part of `allOf`. Returns whether a part forbade some of them. */
function openParts(schemas: SchemaReader, node: Node, parts: unknown[]): boolean {
  const names = new Set([...parts, { properties: node['properties'] }].flatMap((part) => namesOf(schemas, part)));
  let isOpened = false;
  for (const [index, part] of parts.entries()) {
    const target = isObject(part) && typeof part['$ref'] === 'string' ? schemas.target(part['$ref']) : part;
    if (!isObject(target) || target['additionalProperties'] !== false) continue;
    const own = namesOf(schemas, target);
    if ([...names].every((name) => own.includes(name))) continue;
    const { additionalProperties: _closed, ...open } = target;
    // Copies the part, because other schemas can refer to it.
    parts[index] = open;
    isOpened = true;
  }
  return isOpened;
}

/** Lists the members that a schema and its parts describe. */
function namesOf(schemas: SchemaReader, schema: unknown, seen = new Set<unknown>()): string[] {
  if (!isObject(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const { $ref: reference, allOf, properties } = schema;
  const parts = [...(Array.isArray(allOf) ? allOf : []), typeof reference === 'string' && schemas.target(reference)];
  return [
    ...Object.keys(isObject(properties) ? properties : {}),
    ...parts.flatMap((each) => namesOf(schemas, each, seen)),
  ];
}

/** Returns whether `oneOf` became `anyOf`. */
function relaxOverlapping(schemas: SchemaReader, node: Node): boolean {
  const alternatives: unknown[] = Array.isArray(node['oneOf']) ? node['oneOf'] : [];
  const flats = alternatives.map((each) => schemas.chosen(each));
  const covered = flats.flatMap((one, index) =>
    flats.some((other) => other !== one && covers(schemas, other, one)) ? [alternatives[index]] : [],
  );
  // Responses use the first alternative, so it must be the only one that matches.
  node['oneOf'] = [...alternatives.filter((each) => !covered.includes(each)), ...covered];
  if (node['anyOf'] !== undefined || covered.length < alternatives.length) return false;
  node['anyOf'] = alternatives;
  delete node['oneOf'];
  return true;
}

const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'];

/**
 * Returns whether all values of one schema match another, judging by types, values and names.
 *
 * @param compared pairs that were already compared, which stops the recursion of schemas that contain themselves
 */
function covers(
  schemas: SchemaReader,
  wide: FlatSchema,
  narrow: FlatSchema,
  compared = new Map<FlatSchema, Set<FlatSchema>>(),
): boolean {
  const known = remember(compared, wide, () => new Set<FlatSchema>());
  if (known.has(narrow)) return true;
  known.add(narrow);
  const types = (flat: FlatSchema) => flat.types.map((type) => (type === 'integer' ? 'number' : type));
  if (wide.types.length > 0 && !types(narrow).some((type) => types(wide).includes(type))) return false;
  const values = wide.keywords['const'] ?? wide.keywords['enum'];
  if (values !== undefined || wide.keywords['pattern'] !== undefined || wide.keywords['format'] !== undefined) {
    return (
      stringifyJson(values) === stringifyJson(narrow.keywords['const'] ?? narrow.keywords['enum']) &&
      wide.keywords['pattern'] === narrow.keywords['pattern'] &&
      wide.keywords['format'] === narrow.keywords['format']
    );
  }
  if (bounds.some((name) => wide.keywords[name] !== undefined && wide.keywords[name] !== narrow.keywords[name]))
    return false;
  if ([...wide.required].some((name) => !narrow.required.has(name))) return false;
  if (
    wide.keywords['additionalProperties'] === false &&
    [...narrow.properties.keys()].some((name) => !wide.properties.has(name))
  )
    return false;
  return [...wide.properties].every(
    ([name, property]) =>
      !narrow.properties.has(name) ||
      covers(schemas, schemas.flat(property), schemas.flat(narrow.properties.get(name)), compared),
  );
}

/** Makes required members whose schema contains their parent optional, and returns their names. */
function relaxEndless(schemas: SchemaReader, node: Node): unknown[] {
  const required: unknown[] = Array.isArray(node['required']) ? node['required'] : [];
  const properties = isObject(node['properties']) ? node['properties'] : {};
  const endless = required.filter((name) => needs(schemas, properties[String(name)], node, new Set()));
  if (endless.length > 0) node['required'] = required.filter((name) => !endless.includes(name));
  return endless;
}

/** Returns whether a schema contains another one through required members. */
function needs(schemas: SchemaReader, schema: unknown, goal: Node, seen: Set<unknown>): boolean {
  if (!isObject(schema) || seen.has(schema)) return false;
  if (schema === goal) return true;
  seen.add(schema);
  if (typeof schema['$ref'] === 'string') return needs(schemas, schemas.target(schema['$ref']), goal, seen);
  const { type, anyOf, oneOf, allOf, items, minItems = 0, required, properties } = schema;
  if (anyOf !== undefined || oneOf !== undefined || (Array.isArray(type) && type.includes('null'))) return false;
  if (Array.isArray(allOf) && allOf.some((part) => needs(schemas, part, goal, seen))) return true;
  if (type === 'array') return Number(minItems) > 0 && needs(schemas, items, goal, seen);
  if (!Array.isArray(required) || !isObject(properties)) return false;
  return required.some((name) => needs(schemas, properties[String(name)], goal, seen));
}
