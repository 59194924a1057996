import { isObject } from '@understudy/contract';

/**
 * Returns the member of a value at a dotted path. A member whose name contains dots takes precedence. The empty path is
 * the value itself.
 */
export function getMember(value: unknown, path: string): unknown {
  if (path === '') return value;
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  const [first = '', ...rest] = path.split('.');
  return rest.length === 0 || !Object.hasOwn(value, first) ? undefined : getMember(value[first], rest.join('.'));
}

/** Sets a member at a dotted path. Copies the objects along the path, because they can be shared. */
export function setMember(target: Record<string, unknown>, path: string, value: unknown): void {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0 || first === '__proto__') {
    target[path] = value;
    return;
  }
  const inner = isObject(target[first]) ? { ...target[first] } : {};
  setMember(inner, rest.join('.'), value);
  target[first] = inner;
}
