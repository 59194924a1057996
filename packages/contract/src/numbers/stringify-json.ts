import { ExactDecimal, haveExactNumbers, isExactNumber } from './exact-number.js';

type Replacer = (name: string, value: unknown) => unknown;

/**
 * Formats a value as JSON, like `JSON.stringify`, with all digits of exact numbers.
 *
 * @param value a JSON value. Undefined members are omitted
 * @param format the indentation, or a function that replaces the value of a member, as in `JSON.stringify`
 */
export function stringifyJson(value: unknown, format: number | Replacer = 0): string {
  const [space, replace] = typeof format === 'number' ? [format, undefined] : [0, format];
  if (!haveExactNumbers() || !containsExactNumber(value)) return JSON.stringify(value, replace, space);
  const writer = { indent: space === 0 ? undefined : ' '.repeat(space), replace };
  // Returns undefined for `undefined`, like `JSON.stringify`.
  return write(value, { name: '', margin: '' }, writer) as string;
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

interface Writer {
  readonly indent: string | undefined;
  readonly replace: Replacer | undefined;
}

interface Place {
  /** The name of the member, or the index of the item. */
  readonly name: string;
  readonly margin: string;
}

function write(given: unknown, { name, margin }: Place, writer: Writer): string | undefined {
  const { indent, replace } = writer;
  const value = replace === undefined ? given : replace(name, given);
  if (isExactNumber(value)) return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return write(value.toJSON(), { name, margin }, { indent, replace: undefined });
  const inner = indent === undefined ? '' : `${margin}${indent}`;
  const join = ([open, close]: readonly [string, string], parts: readonly string[]): string =>
    indent === undefined || parts.length === 0
      ? `${open}${parts.join(',')}${close}`
      : `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${margin}${close}`;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown, index) => write(item, { name: String(index), margin: inner }, writer));
    return join(
      ['[', ']'],
      items.map((item) => item ?? 'null'),
    );
  }
  const members = Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
    const text = write(part, { name: key, margin: inner }, writer);
    return text === undefined ? [] : [`${JSON.stringify(key)}:${indent === undefined ? '' : ' '}${text}`];
  });
  return join(['{', '}'], members);
}
