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
