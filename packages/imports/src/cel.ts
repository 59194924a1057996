import { checkJsonPath, compilePattern, isObject, joinPointer, stringifyJson } from '@understudy/contract';

/** Writes a JSON value as an expression. */
export function literal(value: unknown): string {
  return JSON.stringify(value);
}

/** Writes the access to a member, such as `headers["x-kind"]`. A name of digits is the index of a list. */
export function member(object: string, name: string): string {
  return /^\d+$/.test(name) ? `${object}[${name}]` : `${object}[${literal(name)}]`;
}

/** Writes a search with a regular expression. @throws Error if it is not one that JavaScript understands */
export function finds(value: string, pattern: string, flags = ''): string {
  const [, inner = '', rest = pattern] = /^\(\?([ims]+)\)(.*)$/s.exec(pattern) ?? [];
  const all = `${flags}${inner}`;
  compilePattern(rest, all);
  return `matches(${value}, ${literal(rest)}${all === '' ? '' : `, ${literal(all)}`})`;
}

/** Writes the comparison of a whole value with a regular expression, as Java does it. @throws Error as {@link finds} */
export function fits(value: string, pattern: string, flags = ''): string {
  const [, inner = '', rest = pattern] = /^\(\?([ims]+)\)(.*)$/s.exec(pattern) ?? [];
  return finds(value, `^(?:${rest})$`, `${flags}${inner}`);
}

/** Writes the search for a text. */
export function includes(value: string, part: string, flags = ''): string {
  return finds(value, part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), flags);
}

/**
 * Writes the list of the values that a JSONPath selects. The tools apply a filter to an object itself, too.
 *
 * @throws Error for a path that is not RFC 9535
 */
export function selects(value: string, path: string): string {
  checkJsonPath(path);
  return /^\$\[\?/.test(path) ? `jsonPath([${value}], ${literal(path)})` : `jsonPath(${value}, ${literal(path)})`;
}

/** Writes a condition that a value has at least the members of another. */
export function contains(value: string, expected: unknown): string {
  if (Array.isArray(expected)) {
    const items = expected.map((item, index) => contains(`${value}[${index}]`, item));
    return [`${value}.size() == ${expected.length}`, ...items].join(' && ');
  }
  if (!isObject(expected)) return `${value} == ${stringifyJson(expected)}`;
  const members = Object.entries(expected).map(([name, item]) => contains(`${value}[${literal(name)}]`, item));
  return members.length === 0 ? `${value} != null` : members.join(' && ');
}

/** Converts the path of a member such as `.user.ids[0]` or `["x-id"]` to an expression of Arazzo on the response body. */
export function toBodyExpression(path: string): string | undefined {
  const names = [...path.matchAll(/\.([A-Za-z_$][\w$]*)|\[(\d+)\]|\[(['"])([^'"\]]*)\3\]|([\s\S])/g)];
  if (names.some(([, , , , , other]) => other !== undefined)) return undefined;
  const pointer = names.reduce(
    (inner, [, name, index, , quoted]) => joinPointer(inner, name ?? index ?? quoted ?? ''),
    '',
  );
  return `$response.body${pointer === '' ? '' : `#${pointer}`}`;
}
