/** The parameters of a request. An empty value counts as missing (RFC 6749 section 3.1). */
export interface RequestParameters {
  one(name: string): string | undefined;
  all(name: string): readonly string[];
  /** Name of a parameter that must not be repeated but is. */
  readonly repeated: string | undefined;
  readonly text: string;
}

/** Parameters that can be repeated (RFC 8707, RFC 8693). */
const several = new Set(['resource', 'audience']);

/** Reads the parameters of a query or form. */
export function readParameters(pairs: Iterable<readonly [string, string]>): RequestParameters {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) if (value !== '') values.set(name, [...(values.get(name) ?? []), value]);
  return {
    one: (name) => values.get(name)?.[0],
    all: (name) => values.get(name) ?? [],
    repeated: [...values].find(([name, all]) => all.length > 1 && !several.has(name))?.[0],
    text: String(
      new URLSearchParams([...values].flatMap(([name, all]) => all.map((value): [string, string] => [name, value]))),
    ),
  };
}

/** Returns the distinct words of a list parameter such as `scope`. */
export function splitWords(text: string | undefined): string[] {
  return [...new Set((text ?? '').split(' ').filter((word) => word !== ''))];
}
