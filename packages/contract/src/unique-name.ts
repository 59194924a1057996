/**
 * A name that is not taken yet, and is from now on.
 *
 * @param between - What stands between the name and its number where the name itself is taken.
 */
export function uniqueName(name: string, taken: Set<string>, between = '-'): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}${between}${number}`;
  taken.add(free);
  return free;
}
