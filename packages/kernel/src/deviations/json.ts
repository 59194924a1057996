/** A JSON object of known form. */
export type Json = Record<string, unknown>;

/** A copy of a JSON object; empty for any other value. */
export function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export const gone: unique symbol = Symbol('gone');

/**
 * A copy with changed values at a path. Names are separated by `/`; `*` is each item of an array. The last name can be
 * new.
 */
export function changeAt(value: unknown, path: string, change: (value: unknown) => unknown): Json {
  return objectOf(changeIn(value, path.split('/'), change));
}

function changeIn(value: unknown, [name, ...rest]: readonly string[], change: (value: unknown) => unknown): unknown {
  if (name === undefined) return change(value);
  if (name === '*') return listOf(value).map((item) => changeIn(item, rest, change));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const object = objectOf(value);
  if (rest.length > 0 && !Object.hasOwn(object, name)) return object;
  const changed = changeIn(object[name], rest, change);
  if (changed === gone) delete object[name];
  else object[name] = changed;
  return object;
}

/** A copy with a renamed member. */
export function renameAt(value: unknown, path: string, to: string): Json {
  const names = path.split('/');
  const from = names.pop() ?? '';
  const rename = (parent: unknown): unknown => {
    const { [from]: member, ...others } = objectOf(parent);
    return member === undefined ? parent : { ...others, [to]: member };
  };
  return objectOf(changeIn(value, names, rename));
}
