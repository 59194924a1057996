/** A change at one place of a JSON value. */
export type JsonEdit = { kind: 'remove' } | { kind: 'set'; value: unknown };

/**
 * Changes every value that a path of member names leads to; `*` stands for each item of an array and each member of an
 * object. The value given stays as it is.
 *
 * @returns the changed copy, and how many places were changed; none where the path leads nowhere
 */
export function editJson(value: unknown, path: readonly string[], edit: JsonEdit): { value: unknown; count: number } {
  const copy: unknown = structuredClone(value);
  const root = { root: copy };
  const count = change(root, ['root', ...path], edit);
  return { value: root.root, count };
}

function change(parent: unknown, [token = '', ...rest]: readonly string[], edit: JsonEdit): number {
  if (typeof parent !== 'object' || parent === null) return 0;
  const keys = token === '*' ? Object.keys(parent) : Object.hasOwn(parent, token) ? [token] : [];
  let count = 0;
  // Backwards, so that removing an item moves none that is still to come.
  for (const key of keys.reverse())
    count += rest.length > 0 ? change(member(parent, key), rest, edit) : put(parent, key, edit);
  return count;
}

function put(parent: object, key: string, edit: JsonEdit): number {
  if (edit.kind === 'set') Reflect.set(parent, key, edit.value);
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent, key);
  return 1;
}

function member(parent: object, key: string): unknown {
  return Reflect.get(parent, key);
}
