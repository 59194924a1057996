import { indexPattern } from './schema-types.js';
import { coerceText } from './text-field.js';

/** Maximum number of brackets in a name such as `filter[price][from]`. */
export const maxBracketDepth = 16;

/**
 * Sets an own member at a path of names. In an array, an empty name or an index beyond the end appends an item.
 * `items[][price]` starts a new item if the last one already has a price.
 */
export function appendValue(
  target: Record<string, unknown>,
  path: readonly string[],
  text: string,
  typesOf: (path: readonly string[]) => ReadonlySet<string>,
): void {
  let holder: object = target;
  for (const [depth, name] of path.slice(0, -1).entries()) {
    const key = Array.isArray(holder) ? itemKey(holder, name, path[depth + 1] ?? '') : name;
    const next: unknown = Object.hasOwn(holder, key) ? Reflect.get(holder, key) : undefined;
    const below = path[depth + 1] ?? '';
    const isList = below === '' || (indexPattern.test(below) && !typesOf(path.slice(0, depth + 1)).has('object'));
    const inner = typeof next === 'object' && next !== null ? next : isList ? [] : {};
    defineMember(holder, key, inner);
    holder = inner;
  }
  const last = path.at(-1) ?? '';
  const key = Array.isArray(holder) ? itemKey(holder, last) : last;
  const types = typesOf(path);
  const earlier: unknown = Object.hasOwn(holder, key) ? Reflect.get(holder, key) : undefined;
  if (!types.has('array') || (earlier === undefined && types.has('string'))) {
    defineMember(holder, key, coerceText(text, types));
    return;
  }
  const itemTypes = typesOf([...path, '0']);
  const items = text.split(',').map((item) => coerceText(item, itemTypes));
  const before: unknown[] = Array.isArray(earlier) ? earlier : earlier === undefined ? [] : [earlier];
  defineMember(holder, key, [...before, ...items]);
}

/** @param inner name of the member to set if the item is an object */
function itemKey(items: readonly unknown[], name: string, inner?: string): string {
  const last: unknown = items.at(-1);
  const isFree = inner !== undefined && typeof last === 'object' && last !== null && !Object.hasOwn(last, inner);
  if (name === '' && isFree && inner !== '') return String(items.length - 1);
  // An index beyond the end would create an arbitrarily large gap.
  return indexPattern.test(name) && name !== '' && Number(name) < items.length ? name : String(items.length);
}

/** Sets an own member, because a client can send the name `__proto__`. */
export function defineMember(holder: object, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
}
