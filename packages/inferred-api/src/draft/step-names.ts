/** A name in lower case with hyphens: `listPetsById` is `list-pets-by-id`. */
export function kebab(name: string): string {
  return (
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'operation'
  );
}

/** A name that is not taken yet, and is from now on. */
export function fresh(name: string, taken: Set<string>): string {
  let own = name;
  for (let count = 2; taken.has(own); count += 1) own = `${name}-${count}`;
  taken.add(own);
  return own;
}
