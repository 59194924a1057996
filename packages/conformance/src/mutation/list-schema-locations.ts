import { isObject, type JsonSchema, type OpenApiDocument, readReference } from '@understudy/contract';
import type { JsonEdit, WireDeviationKind } from './wire-deviation.js';

/** A location in the values that a schema describes. */
interface SchemaLocation {
  /** Member names from the root. `*` stands for each array item or map member. */
  path: string[];
  /** Allowed JSON types. Empty if the schema has none. */
  types: string[];
  /** True if every value contains the member. Array items are never required. */
  required: boolean;
  /** The values that an `enum` or `const` allows. */
  values?: unknown[];
}

const deepest = 8;

interface PlaceDeviation {
  readonly name: string;
  readonly kind: WireDeviationKind;
  readonly says: string;
  readonly path: readonly string[];
  readonly edit: JsonEdit;
}

/** Lists every location that a schema describes, parents before their members. */
export function listSchemaLocations(document: OpenApiDocument, schema: JsonSchema | undefined): SchemaLocation[] {
  const places = new Map<string, SchemaLocation>();
  visit(document, schema, [], true, places);
  return [...places.values()];
}

function visit(
  document: OpenApiDocument,
  given: unknown,
  path: string[],
  required: boolean,
  places: Map<string, SchemaLocation>,
): void {
  if (path.length > deepest) return;
  const schemas = alternatives(document, given, 0);
  addPlace(schemas, path, required, places);
  for (const schema of schemas) {
    const names = requiredOf(schemas, schema);
    for (const [name, property] of Object.entries(recordOf(schema.properties))) {
      if (isObject(property) && property.writeOnly === true) continue;
      visit(document, property, [...path, name], names.includes(name), places);
    }
    if (isObject(schema.items) && schema.maxItems !== 0) visit(document, schema.items, [...path, '*'], false, places);
    if (isObject(schema.additionalProperties))
      visit(document, schema.additionalProperties, [...path, '*'], false, places);
  }
}

function addPlace(
  schemas: readonly Record<string, unknown>[],
  path: string[],
  required: boolean,
  places: Map<string, SchemaLocation>,
) {
  const types = schemas.every((schema) => schema.type !== undefined)
    ? [...new Set(schemas.flatMap((schema) => (Array.isArray(schema.type) ? schema.type : [schema.type])).map(String))]
    : [];
  const lists = schemas.map((schema) =>
    Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : [],
  );
  const key = path.join('\u0000');
  const known = places.get(key);
  const place: SchemaLocation = { path, types, required };
  if (lists.length > 0 && lists.every((list) => list.length > 0)) place.values = lists.flat();
  if (known === undefined) places.set(key, place);
  else known.types = known.types.length > 0 && types.length > 0 ? [...new Set([...known.types, ...types])] : [];
}

/** Returns the alternatives of a schema: references resolved, `allOf` merged, `oneOf` and `anyOf` separate. */
function alternatives(document: OpenApiDocument, given: unknown, depth: number): Record<string, unknown>[] {
  if (!isObject(given) || depth > 20) return [];
  if (typeof given.$ref === 'string') {
    const target = readReference(document, given.$ref);
    const { $ref: _reference, ...beside } = given;
    return alternatives(document, isObject(target) ? { ...target, ...beside } : undefined, depth + 1);
  }
  const { oneOf, anyOf, allOf, ...own } = given;
  let results: Record<string, unknown>[] = [own];
  const choices = [...listOf(allOf).map((part) => [part]), ...[oneOf, anyOf].filter(Array.isArray)];
  for (const choice of choices) {
    const parts = choice.flatMap((part) => alternatives(document, part, depth + 1));
    results = results.flatMap((result) => parts.map((other) => merge(result, other)));
  }
  return results;
}

function merge(left: Record<string, unknown>, right: Record<string, unknown>): Record<string, unknown> {
  return {
    ...left,
    ...right,
    properties: { ...recordOf(left.properties), ...recordOf(right.properties) },
    required: [...listOf(left.required), ...listOf(right.required)],
  };
}

/** Returns the members that every alternative requires. */
function requiredOf(schemas: readonly Record<string, unknown>[], schema: Record<string, unknown>): unknown[] {
  const names = listOf(schema.required);
  return schemas.length === 1
    ? names
    : names.filter((name) => schemas.every((other) => listOf(other.required).includes(name)));
}

function recordOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the deviations for a location, and the changes that the contract allows. */
export function mutateSchemaLocation(
  place: SchemaLocation,
  where: string,
): { deviations: PlaceDeviation[]; equivalent: { name: string; reason: string }[] } {
  const { path } = place;
  const deviations: PlaceDeviation[] = [];
  const equivalent: { name: string; reason: string }[] = [];
  const pointer = `/${path.join('/')}`;
  const last = path.at(-1);
  if (last !== undefined && last !== '*') {
    if (place.required) {
      const says = `${where} comes without ${pointer}`;
      deviations.push({ name: `${pointer} dropped`, kind: 'field-dropped', says, path, edit: { kind: 'remove' } });
    } else {
      equivalent.push({ name: `${pointer} dropped`, reason: 'The contract does not require the field.' });
    }
  }
  if (path.length === 0) return { deviations, equivalent };
  const other = otherType(place.types);
  if (other === undefined)
    equivalent.push({ name: `${pointer} retyped`, reason: 'The contract allows any type for this field.' });
  else {
    const says = `${where} has ${other.type} in ${pointer} instead of ${place.types.join(' or ')}`;
    const edit: JsonEdit = { kind: 'set', value: other.value };
    deviations.push({ name: `${pointer} as ${other.type}`, kind: 'type-changed', says, path, edit });
  }
  if (place.values?.some((value) => typeof value === 'string') === true) {
    const says = `${where} has a value in ${pointer} other than ${place.values.join(', ')}`;
    const edit: JsonEdit = { kind: 'set', value: `NOT_${String(place.values[0]).toUpperCase()}` };
    deviations.push({ name: `${pointer} outside its enumeration`, kind: 'enum-left', says, path, edit });
  }
  return { deviations, equivalent };
}

/** Returns a value of a commonly confused type, or undefined if all types are allowed. */
function otherType(types: readonly string[]): { type: string; value: unknown } | undefined {
  if (types.length === 0) return undefined;
  const number = { type: 'number', value: 7 };
  const text = { type: 'string', value: '7' };
  const order = types.includes('string')
    ? [number, { type: 'boolean', value: true }, { type: 'object', value: {} }]
    : types.includes('array')
      ? [{ type: 'object', value: {} }, text]
      : types.includes('object')
        ? [{ type: 'array', value: [] }, text]
        : [text, { type: 'object', value: {} }];
  return order.find(({ type }) => !types.includes(type) && !(type === 'number' && types.includes('integer')));
}
