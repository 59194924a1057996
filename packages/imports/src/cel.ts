import { checkJsonPath, compilePattern, isObject, joinPointer, stringifyJson } from '@understudy/contract';

/** Writes a JSON value as an expression. */
export function literal(value: unknown): string {
  return JSON.stringify(value);
}

/** Writes a member access such as `headers["x-kind"]`. A numeric name is a list index. */
export function member(object: string, name: string): string {
  return /^\d+$/.test(name) ? `${object}[${name}]` : `${object}[${literal(name)}]`;
}

/** Writes a regular expression search. @throws Error if JavaScript cannot compile the expression */
export function finds(value: string, pattern: string, flags = ''): string {
  const [, inner = '', rest = pattern] = /^\(\?([ims]+)\)(.*)$/s.exec(pattern) ?? [];
  const all = `${flags}${inner}`;
  compilePattern(rest, all);
  return `matches(${value}, ${literal(rest)}${all === '' ? '' : `, ${literal(all)}`})`;
}

/** Writes a regular expression match of the entire value, like Java's `matches`. @throws Error as {@link finds} */
export function fits(value: string, pattern: string, flags = ''): string {
  const [, inner = '', rest = pattern] = /^\(\?([ims]+)\)(.*)$/s.exec(pattern) ?? [];
  return finds(value, `^(?:${rest})$`, `${flags}${inner}`);
}

/** Writes a substring search. */
export function includes(value: string, part: string, flags = ''): string {
  return finds(value, part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), flags);
}

/**
 * Writes the list of values that a JSONPath selects. A leading filter also applies to the object itself, as in the
 * tools.
 *
 * @throws Error if the path does not follow RFC 9535
 */
export function selects(value: string, path: string): string {
  checkJsonPath(path);
  return /^\$\[\?/.test(path) ? `jsonPath([${value}], ${literal(path)})` : `jsonPath(${value}, ${literal(path)})`;
}

/** Writes a condition that a value contains at least the members of the expected value. */
export function contains(value: string, expected: unknown): string {
  if (Array.isArray(expected)) {
    const items = expected.map((item, index) => contains(`${value}[${index}]`, item));
    return [`${value}.size() == ${expected.length}`, ...items].join(' && ');
  }
  if (!isObject(expected)) return `${value} == ${stringifyJson(expected)}`;
  const members = Object.entries(expected).map(([name, item]) => contains(`${value}[${literal(name)}]`, item));
  return members.length === 0 ? `${value} != null` : members.join(' && ');
}

/** Converts a member path such as `.user.ids[0]` or `["x-id"]` to an Arazzo expression on the response body. */
export function toBodyExpression(path: string): string | undefined {
  const names = [...path.matchAll(/\.([A-Za-z_$][\w$]*)|\[(\d+)\]|\[(['"])([^'"\]]*)\3\]|([\s\S])/g)];
  if (names.some(([, , , , , other]) => other !== undefined)) return undefined;
  const pointer = names.reduce(
    (inner, [, name, index, , quoted]) => joinPointer(inner, name ?? index ?? quoted ?? ''),
    '',
  );
  return `$response.body${pointer === '' ? '' : `#${pointer}`}`;
}
