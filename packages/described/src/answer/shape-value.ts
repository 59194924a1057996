import { isIntegral, isJsonNumber, isObject, readNumber } from '@understudy/contract';
import type { FlatSchema, Shape } from '@understudy/model';

export function defineMember(target: Record<string, unknown>, name: string, value: unknown): void {
  // Assignment is ten times as fast as defining a property.
  if (name !== '__proto__') target[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Converts a string, number or boolean to the type of a schema. Undefined if information would be lost. */
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

/** The shape with the alternatives that best fit a value. */
export function bestShape(value: unknown, shape: Shape): Shape {
  return shape.choose((choices) => findBestFitting(choices, value).choice);
}

/**
 * Finds the choice that best fits a value, with its score. The score is negative if a type or a listed value
 * contradicts it.
 */
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
  const { flat, members } = bestShape(value, shape);
  const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  const types = flat.types.map((each) => (each === 'integer' ? 'number' : each));
  if (types.length > 0 && !types.includes(type) && !(value === null && flat.nullable)) return -1000;
  const { keywords } = flat;
  if ('const' in keywords && typeof value !== 'object') return keywords['const'] === value ? 10 : -100;
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
  // A single contradiction outweighs all members that fit.
  return isExcluded ? Math.min(score, -15) : score;
}
