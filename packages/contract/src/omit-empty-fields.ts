import type { Operation } from './operation.js';

/**
 * Removes empty fields of a form for operations with `x-empty-fields: absent`.
 *
 * @param value pairs of name and text. Others stay unchanged
 */
export function omitEmptyFields({ extensions }: Operation, value: unknown): unknown {
  if (extensions['x-empty-fields'] !== 'absent' || !Array.isArray(value)) return value;
  return value.filter((pair) => !Array.isArray(pair) || pair[1] !== '');
}
