import { isIntegral, isJsonNumber, isObject, readNumber } from '@understudy/contract';
import type { FlatSchema, SchemaReader } from '@understudy/model';
import { createMinimalValue, type ValueFacts } from './create-minimal-value.js';
import { createMissingValue } from './create-missing-value.js';

/**
 * Returns a value in the shape of a schema: only the documented members of an object, each in its own shape. A required
 * member that is missing or has another type gets the minimal value.
 */
export function shapeValue(
  schemas: SchemaReader,
  value: unknown,
  schema: unknown,
  facts: ValueFacts,
  name = 'value',
): unknown {
  const least = () => createMinimalValue(schemas, schema, facts, name);
  if (value === undefined) return least();
  const whole = schemas.flat(schema);
  const flat = schemas.chosen(schema, (alternatives) => findBestFitting(schemas, alternatives, value).alternative);
  const { types } = flat;
  if (value === null) return whole.nullable || flat.nullable || types.length === 0 ? null : least();
  if (isObject(value))
    return types.length > 0 && !types.includes('object') ? least() : shapedObject(schemas, value, flat, facts);
  if (!Array.isArray(value)) return shapedScalar(value, flat) ?? least();
  if (types.length > 0 && !types.includes('array')) return least();
  return value.map((item) => shapeValue(schemas, item, flat.items ?? {}, facts, name));
}

function shapedObject(
  schemas: SchemaReader,
  value: Record<string, unknown>,
  flat: FlatSchema,
  facts: ValueFacts,
): Record<string, unknown> {
  const shaped: Record<string, unknown> = {};
  for (const [name, property] of flat.properties) {
    const isHidden = isObject(property) && property['writeOnly'] === true;
    const there = Object.hasOwn(value, name);
    if (isHidden || !(there || flat.required.has(name))) continue;
    const missing = { facts, name, holder: value };
    const member = there ? shapeValue(schemas, value[name], property, facts, name) : undefined;
    defineMember(shaped, name, there ? member : createMissingValue(schemas, property, missing));
  }
  for (const name of flat.required) {
    if (!Object.hasOwn(shaped, name) && !flat.properties.has(name))
      defineMember(shaped, name, value[name] ?? createMissingValue(schemas, {}, { facts, name, holder: value }));
  }
  if (!flat.open) return shaped;
  const { additionalProperties: others } = flat.keywords;
  for (const [name, member] of Object.entries(value)) {
    if (flat.properties.has(name)) continue;
    defineMember(shaped, name, isObject(others) ? shapeValue(schemas, member, others, facts, name) : member);
  }
  return shaped;
}

export function defineMember(target: Record<string, unknown>, name: string, value: unknown): void {
  // Defining a property takes ten times as long.
  if (name !== '__proto__') target[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/** A text, number or boolean of the schema's type, or undefined if it cannot be converted. */
function shapedScalar(value: unknown, flat: FlatSchema): unknown {
  return 'const' in flat.keywords ? flat.keywords['const'] : toScalarOf(value, flat);
}

/** Converts a text, number or boolean to the type of a schema. Undefined if that loses something. */
export function toScalarOf(value: unknown, { types }: FlatSchema): unknown {
  if (types.length === 0) return value;
  if (typeof value === 'string' && types.includes('string')) return value;
  if (typeof value === 'boolean' && types.includes('boolean')) return value;
  if (isJsonNumber(value) && (types.includes('number') || (types.includes('integer') && isIntegral(value))))
    return value;
  if (types.includes('string') && typeof value !== 'object') return String(value);
  if (types.includes('integer') && typeof value === 'string' && /^-?\d{1,100}$/.test(value)) return readNumber(value);
  if (types.includes('number') && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return readNumber(value);
  return undefined;
}

/** Finds the alternative that a value fits best, and how well it does. Below zero, it contradicts a type or a listed value. */
export function findBestFitting(
  schemas: SchemaReader,
  alternatives: readonly unknown[],
  value: unknown,
): { readonly alternative: unknown; readonly likeness: number } {
  let best = { alternative: alternatives[0], likeness: Number.NEGATIVE_INFINITY };
  for (const alternative of alternatives) {
    const score = likeness(schemas, alternative, value);
    if (score > best.likeness) best = { alternative, likeness: score };
  }
  return best;
}

function likeness(schemas: SchemaReader, schema: unknown, value: unknown): number {
  const flat = schemas.chosen(schema, (alternatives) => findBestFitting(schemas, alternatives, value).alternative);
  const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  const types = flat.types.map((each) => (each === 'integer' ? 'number' : each));
  if (types.length > 0 && !types.includes(type) && !(value === null && flat.nullable)) return -1000;
  const { keywords } = flat;
  if (Array.isArray(keywords['enum']) && typeof value !== 'object') return keywords['enum'].includes(value) ? 10 : -100;
  if (!isObject(value)) return 0;
  let score = 0;
  let isExcluded = false;
  for (const [name, property] of flat.properties) {
    if (!Object.hasOwn(value, name)) continue;
    score += 1;
    const { keywords: own } = schemas.flat(property);
    const allowed = 'const' in own ? [own['const']] : Array.isArray(own['enum']) ? own['enum'] : undefined;
    if (allowed === undefined) continue;
    const isAllowed = allowed.includes(value[name]);
    isExcluded ||= !isAllowed;
    score += isAllowed ? 20 : -50;
  }
  for (const name of flat.required) if (!Object.hasOwn(value, name)) score -= 2;
  if (!flat.open) for (const name of Object.keys(value)) if (!flat.properties.has(name)) score -= 3;
  // Members that fit do not make up for one that does not.
  return isExcluded ? Math.min(score, -15) : score;
}
