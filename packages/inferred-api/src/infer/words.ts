/** A name without its case and joints: `pet_id`, `petId` and `Pet-ID` are one. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** One of several: `pets` are `pet`, `categories` `category`, `boxes` `box`. */
export function singular(word: string): string {
  if (/ies$/i.test(word)) return word.replace(/ies$/i, 'y');
  if (/(ss|x|ch|sh|z)es$/i.test(word)) return word.replace(/es$/i, '');
  return /[^s]s$/i.test(word) ? word.slice(0, -1) : word;
}

/** The names of the parameters of a path, in order. */
export function parametersIn(path: string): string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}

/** A path with `{}` for each parameter, and without a slash at its end. */
export function shapeOf(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}').replace(/(?<=^\/|[^/])\/+$/, '');
}

/** The path above the last segment. */
export function above(shape: string): string {
  return shape.slice(0, shape.lastIndexOf('/'));
}

/** The last segment that is no parameter. */
export function lastWord(shape: string): string {
  return (
    shape
      .split('/')
      .filter((segment) => segment !== '' && !segment.includes('{'))
      .at(-1) ?? 'item'
  );
}
