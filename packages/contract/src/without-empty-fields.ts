import type { Operation } from './operation.js';

/**
 * The fields of a form that count: an operation with `x-empty-fields: absent` takes an empty field for one that is not
 * there.
 *
 * @param value pairs of name and text; anything else is left as it is
 */
export function withoutEmptyFields({ extensions }: Operation, value: unknown): unknown {
  if (extensions['x-empty-fields'] !== 'absent' || !Array.isArray(value)) return value;
  return value.filter((pair) => !Array.isArray(pair) || pair[1] !== '');
}
