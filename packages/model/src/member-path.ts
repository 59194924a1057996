import { isObject } from '@understudy/contract';
import type { MemberLocation } from './compiled-behavior.js';

/**
 * Returns the member of a value at a dotted path. A member whose name contains dots takes precedence. The empty path is
 * the value itself.
 */
export function getMember(value: unknown, path: string): unknown {
  if (path === '') return value;
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  const end = path.indexOf('.');
  const first = end < 0 ? undefined : path.slice(0, end);
  return first === undefined || !Object.hasOwn(value, first) ? undefined : getMember(value[first], path.slice(end + 1));
}

/** Sets a member at a dotted path. Copies the objects along the path, because they can be shared. */
export function setMember(target: Record<string, unknown>, path: string, value: unknown): void {
  const end = path.indexOf('.');
  const first = path.slice(0, Math.max(0, end));
  if (end < 0 || first === '__proto__') {
    target[path] = value;
    return;
  }
  const inner = isObject(target[first]) ? { ...target[first] } : {};
  setMember(inner, path.slice(end + 1), value);
  target[first] = inner;
}

/** Returns the keys in a member: a single key, a list of keys, or one key in each item of a list. */
export function valuesAt(record: unknown, { list, name }: MemberLocation): readonly unknown[] {
  const items = list === undefined ? undefined : getMember(record, list.join('.'));
  const values = Array.isArray(items) ? items.flatMap((item) => getMember(item, name)) : getMember(record, name);
  return (Array.isArray(values) ? values : [values]).filter(isKey);
}

function isKey(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

/** Parses the path of a member: `lines[].amount` stands for a member of each item in `lines`. */
export function toLocation(path: string): MemberLocation {
  const [list, inner] = path.split('[].');
  if (list === undefined || inner === undefined) return { names: path.split('.'), name: path };
  return { list: list.split('.'), names: inner.split('.'), name: inner };
}
