import { ExactDecimal } from './numbers/exact-number.js';
import type { Operation } from './operation.js';

type OptionalKeys<Value> = { [Key in keyof Value]: undefined extends Value[Key] ? Key : never }[keyof Value];

/** The type of {@link omitUndefined}: a member that can be undefined is optional. */
type OmitUndefined<Value> = Omit<Value, OptionalKeys<Value>> & {
  [Key in OptionalKeys<Value>]?: Exclude<Value[Key], undefined>;
};

/** Returns whether a value is a JSON object, as opposed to null, an array or a number. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactDecimal);
}

/** Returns the members of a JSON object; an empty object for any other value. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

export function omitUndefined<Value extends object>(value: Value): OmitUndefined<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as OmitUndefined<Value>;
}

/**
 * Removes empty fields of a form for operations with `x-empty-fields: absent`.
 *
 * @param value pairs of name and text. Other values remain unchanged
 */
export function omitEmptyFields({ extensions }: Operation, value: unknown): unknown {
  if (extensions['x-empty-fields'] !== 'absent' || !Array.isArray(value)) return value;
  return value.filter((pair) => !Array.isArray(pair) || pair[1] !== '');
}
