/**
 * Converts a name to lower case with hyphens: `listPetsById` to `list-pets-by-id`. Returns `operation` for a name
 * without letters and digits.
 */
export function toKebabCase(name: string): string {
  return (
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'operation'
  );
}

/** Returns an unused name and marks it as used. @param between separates name and number */
export function reserveUniqueName(name: string, taken: Set<string>, between = '-'): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}${between}${number}`;
  taken.add(free);
  return free;
}
