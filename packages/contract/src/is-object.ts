import { ExactDecimal } from './numbers/exact-number.js';

/** Returns whether a value is a JSON object, as opposed to null, an array or a number. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactDecimal);
}

/** Returns the members of a JSON object, none for any other value. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
