import { readReference } from './json-pointer.js';
import { isObject } from './objects.js';

/** Subschemas for the same instance. */
const inPlaceLists = ['allOf', 'anyOf', 'oneOf'] as const;
const inPlace = ['then', 'else'] as const;
/**
 * Keywords with subschemas for a child of the instance. Closing `not`, `if` or `contains` would change their meaning.
 */
const childMaps = ['properties', 'patternProperties'] as const;
const children = ['items', 'additionalProperties', 'unevaluatedItems', 'unevaluatedProperties'] as const;

/**
 * Closes a schema in place: forbids additional properties wherever the schema describes some properties but says
 * nothing about additional ones, across `allOf`, `anyOf`, `oneOf` and `$ref`.
 *
 * @param document resolves the `$ref`s
 */
export function closeSchema(document: unknown, schema: unknown): void {
  if (!isObject(schema)) return;
  closeChildren(document, schema);
  const facts = { describes: false, decides: false, spread: false };
  gather(document, schema, facts, new Set(), true);
  if (facts.describes && !facts.decides) {
    schema[facts.spread ? 'unevaluatedProperties' : 'additionalProperties'] = false;
  }
}

/** Closes the subschemas but not the schema itself, because it can be part of an `allOf`. */
export function closeChildren(document: unknown, schema: unknown): void {
  if (!isObject(schema)) return;
  for (const name of childMaps) {
    const entries = schema[name];
    for (const child of isObject(entries) ? Object.values(entries) : []) closeSchema(document, child);
  }
  for (const name of children) closeSchema(document, schema[name]);
  for (const item of Array.isArray(schema.prefixItems) ? schema.prefixItems : []) closeSchema(document, item);
  for (const part of partsOf(schema)) closeChildren(document, part);
}

interface Facts {
  /** True if any part of the schema describes properties. */
  describes: boolean;
  /** True if the schema allows or forbids additional properties for every instance. */
  decides: boolean;
  /** True if the schema has references or parts that can also describe properties. */
  spread: boolean;
}

function gather(
  document: unknown,
  schema: Record<string, unknown>,
  facts: Facts,
  seen: Set<object>,
  always: boolean,
): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  // An object without described properties says nothing about them.
  facts.describes ||= hasEntries(schema.properties) || hasEntries(schema.patternProperties);
  facts.decides ||= always && ('additionalProperties' in schema || 'unevaluatedProperties' in schema);
  const target = typeof schema.$ref === 'string' ? readReference(document, schema.$ref) : undefined;
  if (isObject(target)) {
    facts.spread = true;
    gather(document, target, facts, seen, always);
  }
  for (const part of partsOf(schema)) {
    facts.spread = true;
    gather(document, part, facts, seen, always && Array.isArray(schema.allOf) && schema.allOf.includes(part));
  }
}

function hasEntries(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0;
}

function partsOf(schema: Record<string, unknown>): Record<string, unknown>[] {
  const lists = inPlaceLists.flatMap((name): unknown[] => (Array.isArray(schema[name]) ? schema[name] : []));
  const dependent = isObject(schema.dependentSchemas) ? Object.values(schema.dependentSchemas) : [];
  return [...lists, ...inPlace.map((name) => schema[name]), ...dependent].filter(isObject);
}
