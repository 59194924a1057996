import { decodePercent } from './decode-text.js';
import { isObject } from './objects.js';

/** Joins tokens to a pointer: `/a` and `b/c` to `/a/b~1c` (RFC 6901). */
export function joinPointer(pointer: string, ...tokens: (string | number)[]): string {
  let joined = pointer;
  for (const token of tokens) joined += `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return joined;
}

/** Percent-encodes a pointer for the fragment of a URI. */
export function encodeFragment(pointer: string): string {
  return pointer.split('/').map(encodeURIComponent).join('/');
}

/** Parses a pointer to unescaped tokens: `/a/b~1c` is `['a', 'b/c']`, and the empty pointer is `[]`. */
export function parsePointer(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function readPointer(document: unknown, pointer: string): unknown {
  let value = document;
  for (const token of parsePointer(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined;
    value = Reflect.get(value, token);
  }
  return value;
}

/** Reads the target of an internal `$ref` (`#/components/schemas/Job`); undefined if there is none. */
export function readReference(document: unknown, ref: string): unknown {
  const pointer = ref.startsWith('#') ? decodePercent(ref.slice(1)) : undefined;
  return pointer === undefined ? undefined : readPointer(document, pointer);
}

/** Follows `$ref`s to an object without a `$ref`. Returns undefined for a broken or circular chain. */
export function resolveReference(document: unknown, node: unknown): Record<string, unknown> | undefined {
  const seen = new Set<unknown>();
  let current = node;
  while (isObject(current) && typeof current.$ref === 'string') {
    if (seen.has(current)) return undefined;
    seen.add(current);
    current = readReference(document, current.$ref);
  }
  return isObject(current) ? current : undefined;
}
