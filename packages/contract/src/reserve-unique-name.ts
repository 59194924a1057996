/** Returns an unused name and marks it as used. @param between separates name and number */
export function reserveUniqueName(name: string, taken: Set<string>, between = '-'): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}${between}${number}`;
  taken.add(free);
  return free;
}
