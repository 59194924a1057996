import { type CompiledResource, compareAny, getMember } from '@understudy/model';

/** Compares a member of two records: by the ranks of its values if the model states them. Unranked values come last. */
export function compareMembers(
  behavior: CompiledResource | undefined,
  name: string,
  [one, other]: readonly [unknown, unknown],
): number {
  const [first, second] = [getMember(one, name), getMember(other, name)];
  const ranks = behavior?.ranks.get(name);
  if (ranks === undefined) return compareAny(first, second);
  const rankOf = (value: unknown) => (ranks.includes(value) ? ranks.indexOf(value) : ranks.length);
  return rankOf(first) - rankOf(second);
}
