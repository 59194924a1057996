import { isIntegral, isJsonNumber, isObject, readNumber } from '@understudy/contract';
import type { FlatSchema, SchemaReader, Shape } from '@understudy/model';
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
  return shaped(schemas, value, { shape: schemas.shape(schema), facts, name });
}

interface Wanted {
  readonly shape: Shape;
  readonly facts: ValueFacts;
  readonly name: string;
}

function shaped(schemas: SchemaReader, value: unknown, wanted: Wanted): unknown {
  const { shape, facts, name } = wanted;
  const least = () => createMinimalValue(schemas, shape.schema, facts, name);
  if (value === undefined) return least();
  const chosen = shape.choose((choices) => findBestFitting(choices, value).choice);
  const { flat } = chosen;
  const { types } = flat;
  if (value === null) return shape.whole.nullable || flat.nullable || types.length === 0 ? null : least();
  if (isObject(value))
    return types.length > 0 && !types.includes('object') ? least() : shapedObject(schemas, value, chosen, facts);
  if (!Array.isArray(value)) return shapedScalar(value, flat) ?? least();
  if (types.length > 0 && !types.includes('array')) return least();
  return value.map((item) => shaped(schemas, item, { shape: chosen.items, facts, name }));
}

function shapedObject(
  schemas: SchemaReader,
  value: Record<string, unknown>,
  shape: Shape,
  facts: ValueFacts,
): Record<string, unknown> {
  const { flat, members, others } = shape;
  const object: Record<string, unknown> = {};
  for (const [name, member] of members) {
    const isHidden = isObject(member.schema) && member.schema['writeOnly'] === true;
    const there = Object.hasOwn(value, name);
    if (isHidden || !(there || flat.required.has(name))) continue;
    const made = there
      ? shaped(schemas, value[name], { shape: member, facts, name })
      : createMissingValue(schemas, member.schema, { facts, name, holder: value });
    defineMember(object, name, made);
  }
  for (const name of flat.required) {
    if (!Object.hasOwn(object, name) && !members.has(name))
      defineMember(object, name, value[name] ?? createMissingValue(schemas, {}, { facts, name, holder: value }));
  }
  if (!flat.open) return object;
  for (const [name, member] of Object.entries(value)) {
    if (members.has(name)) continue;
    defineMember(object, name, others === undefined ? member : shaped(schemas, member, { shape: others, facts, name }));
  }
  return object;
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

/** Finds the choice that a value fits best, and how well it does. Below zero, it contradicts a type or a listed value. */
export function findBestFitting(
  choices: readonly Shape[],
  value: unknown,
): { readonly choice: Shape; readonly likeness: number } {
  const [first, ...others] = choices;
  if (first === undefined) throw new RangeError('A choice needs alternatives');
  let best = { choice: first, likeness: likeness(first, value) };
  for (const choice of others) {
    const score = likeness(choice, value);
    if (score > best.likeness) best = { choice, likeness: score };
  }
  return best;
}

function likeness(shape: Shape, value: unknown): number {
  const { flat, members } = shape.choose((choices) => findBestFitting(choices, value).choice);
  const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  const types = flat.types.map((each) => (each === 'integer' ? 'number' : each));
  if (types.length > 0 && !types.includes(type) && !(value === null && flat.nullable)) return -1000;
  const { keywords } = flat;
  if (Array.isArray(keywords['enum']) && typeof value !== 'object') return keywords['enum'].includes(value) ? 10 : -100;
  if (!isObject(value)) return 0;
  let score = 0;
  let isExcluded = false;
  for (const [name, member] of members) {
    if (!Object.hasOwn(value, name)) continue;
    score += 1;
    const { keywords: own } = member.whole;
    const allowed = 'const' in own ? [own['const']] : Array.isArray(own['enum']) ? own['enum'] : undefined;
    if (allowed === undefined) continue;
    const isAllowed = allowed.includes(value[name]);
    isExcluded ||= !isAllowed;
    score += isAllowed ? 20 : -50;
  }
  for (const name of flat.required) if (!Object.hasOwn(value, name)) score -= 2;
  if (!flat.open) for (const name of Object.keys(value)) if (!members.has(name)) score -= 3;
  // Members that fit do not make up for one that does not.
  return isExcluded ? Math.min(score, -15) : score;
}
