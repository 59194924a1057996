import { ExactDecimal, haveExactNumbers, isExactNumber } from './exact-number.js';

/**
 * Formats a value as JSON, like `JSON.stringify`, with all digits of exact numbers.
 *
 * @param value a value of JSON. Undefined members are left out
 * @param space the indentation, as in `JSON.stringify`
 */
export function stringifyJson(value: unknown, space?: number): string {
  if (!haveExactNumbers() || !containsExactNumber(value)) return JSON.stringify(value, undefined, space);
  const indent = space === undefined || space === 0 ? undefined : ' '.repeat(space);
  // A caller with `undefined` gets it back, as from `JSON.stringify`.
  return write(value, '', indent) as string;
}

/** Returns whether a value is or contains an exact number. */
export function containsExactNumber(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof ExactDecimal) return true;
  if (ArrayBuffer.isView(value)) return false;
  if (Array.isArray(value)) return value.some(containsExactNumber);
  for (const key in value) {
    const part: unknown = value[key as keyof typeof value];
    if (part !== null && (typeof part === 'object' || typeof part === 'bigint') && containsExactNumber(part))
      return true;
  }
  return false;
}

function write(value: unknown, margin: string, indent: string | undefined): string | undefined {
  if (isExactNumber(value)) return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if ('toJSON' in value && typeof value.toJSON === 'function') return write(value.toJSON(), margin, indent);
  const inner = indent === undefined ? '' : `${margin}${indent}`;
  if (Array.isArray(value))
    return join(
      '[]',
      value.map((item: unknown) => write(item, inner, indent) ?? 'null'),
    );
  const members = Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
    const text = write(part, inner, indent);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${indent === undefined ? '' : ' '}${text}`];
  });
  return join('{}', members);

  function join(brackets: string, parts: readonly string[]): string {
    const [open, close] = brackets;
    if (indent === undefined || parts.length === 0) return `${open}${parts.join(',')}${close}`;
    return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${margin}${close}`;
  }
}
