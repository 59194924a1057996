/** A JSON object whose structure the caller knows. */
export type JsonObject = Record<string, unknown>;

/** Returns a copy of a JSON object, or an empty object for any other value. */
export function toJsonObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export const removedMarker: unique symbol = Symbol('gone');

/**
 * Returns a copy with changed values at a path. `/` separates names, and `*` matches every item of an array. The last
 * name can be new.
 */
export function changeAtPath(value: unknown, path: string, change: (value: unknown) => unknown): JsonObject {
  return toJsonObject(changeIn(value, path.split('/'), change));
}

function changeIn(value: unknown, [name, ...rest]: readonly string[], change: (value: unknown) => unknown): unknown {
  if (name === undefined) return change(value);
  if (name === '*') return toList(value).map((item) => changeIn(item, rest, change));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const object = toJsonObject(value);
  if (rest.length > 0 && !Object.hasOwn(object, name)) return object;
  const changed = changeIn(object[name], rest, change);
  if (changed === removedMarker) delete object[name];
  else object[name] = changed;
  return object;
}

/** Returns a copy with a renamed member. */
export function renameAtPath(value: unknown, path: string, to: string): JsonObject {
  const names = path.split('/');
  const from = names.pop() ?? '';
  const rename = (parent: unknown): unknown => {
    const { [from]: member, ...others } = toJsonObject(parent);
    return member === undefined ? parent : { ...others, [to]: member };
  };
  return toJsonObject(changeIn(value, names, rename));
}
