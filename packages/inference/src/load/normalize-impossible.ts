import { isObject, type OpenApiDocument, stringifyJson } from '@understudy/contract';
import { type DescriptionWarnings, type FlatSchema, SchemaReader } from '@understudy/model';
import type { PlacedSchema } from './normalize-document.js';

/**
 * Relaxes schemas that no value can match, in place: alternatives that never match exactly once, and members that
 * require themselves.
 */
export function normalizeImpossible(
  document: OpenApiDocument,
  placed: readonly PlacedSchema[],
  warnings: DescriptionWarnings,
): void {
  const schemas = new SchemaReader(document);
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

/** Returns whether `oneOf` became `anyOf`. */
function relaxOverlapping(schemas: SchemaReader, node: Node): boolean {
  const alternatives: unknown[] = Array.isArray(node['oneOf']) ? node['oneOf'] : [];
  const flats = alternatives.map((each) => schemas.chosen(each));
  const covered = flats.flatMap((one, index) =>
    flats.some((other) => other !== one && covers(schemas, other, one)) ? [alternatives[index]] : [],
  );
  // The first alternative is the one that responses show, so it must match alone.
  node['oneOf'] = [...alternatives.filter((each) => !covered.includes(each)), ...covered];
  if (node['anyOf'] !== undefined || covered.length < alternatives.length) return false;
  node['anyOf'] = alternatives;
  delete node['oneOf'];
  return true;
}

/** Returns whether values of one schema match another, as far as types, values and names show. */
function covers(schemas: SchemaReader, wide: FlatSchema, narrow: FlatSchema): boolean {
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
  if ([...wide.required].some((name) => !narrow.required.has(name))) return false;
  if (
    wide.keywords['additionalProperties'] === false &&
    [...narrow.properties.keys()].some((name) => !wide.properties.has(name))
  )
    return false;
  for (const [name, property] of wide.properties) {
    if (!narrow.properties.has(name)) continue;
    if (!covers(schemas, schemas.flat(property), schemas.flat(narrow.properties.get(name)))) return false;
  }
  return true;
}

/** Makes required members with the schema of their parent optional, and returns their names. */
function relaxEndless(schemas: SchemaReader, node: Node): unknown[] {
  const required: unknown[] = Array.isArray(node['required']) ? node['required'] : [];
  const properties = isObject(node['properties']) ? node['properties'] : {};
  const endless = required.filter((name) => needs(schemas, properties[String(name)], node, new Set()));
  if (endless.length > 0) node['required'] = required.filter((name) => !endless.includes(name));
  return endless;
}

/** Returns whether a schema requires another one through required members. */
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
