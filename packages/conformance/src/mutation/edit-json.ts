import { cloneJson } from '@understudy/contract';

export type JsonEdit = { kind: 'remove' } | { kind: 'set'; value: unknown };

/**
 * Changes all values at a path, in which `*` stands for each array item or object member. The given value stays
 * unchanged.
 *
 * @returns the changed copy and the number of changes
 */
export function editJson(value: unknown, path: readonly string[], edit: JsonEdit): { value: unknown; count: number } {
  const copy: unknown = cloneJson(value);
  const root = { root: copy };
  const count = change(root, ['root', ...path], edit);
  return { value: root.root, count };
}

function change(parent: unknown, [token = '', ...rest]: readonly string[], edit: JsonEdit): number {
  if (typeof parent !== 'object' || parent === null) return 0;
  const keys = token === '*' ? Object.keys(parent) : Object.hasOwn(parent, token) ? [token] : [];
  let count = 0;
  // Remove later items first.
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
