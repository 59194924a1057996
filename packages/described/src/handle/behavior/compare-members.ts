import { type CompiledResource, compareAny, getMember } from '@understudy/model';

/**
 * Compares a member of two records: by the ranks of its values if the model states them, with unranked values last.
 * Strings are compared alphabetically, ignoring case, and amounts such as `12.50` by size.
 */
export function compareMembers(
  behavior: CompiledResource | undefined,
  name: string,
  [one, other]: readonly [unknown, unknown],
): number {
  const [first, second] = [getMember(one, name), getMember(other, name)];
  const ranks = behavior?.ranks.get(name);
  if (ranks === undefined) {
    const [left, right] = [first, second].map((value) => (typeof value === 'string' ? value.toLowerCase() : value));
    if (isDecimal(first) && isDecimal(second)) return Number(first) - Number(second);
    return compareAny(left, right) || compareAny(first, second);
  }
  const rankOf = (value: unknown) => (ranks.includes(value) ? ranks.indexOf(value) : ranks.length);
  return rankOf(first) - rankOf(second);
}

function isDecimal(value: unknown): boolean {
  return typeof value === 'string' && /^-?\d{1,15}\.\d{1,6}$/.test(value);
}
