import { ExactDecimal, haveExactNumbers, isExactNumber, readNumber } from './exact-number.js';

const number = /-?\d[\d.]*(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON. A number with more digits than a double holds becomes an `ExactNumber`, so no digit is lost.
 *
 * @throws SyntaxError for invalid JSON, with the message of `JSON.parse`
 */
export function parseJson<Value = unknown>(text: string): Value {
  const value: Value = JSON.parse(text);
  const marked = hasManyDigits(text) ? quoteExactNumbers(text) : undefined;
  return marked === undefined ? value : (insertExactNumbers(value, JSON.parse(marked)) as Value);
}

/** Parses JSON, or returns `otherwise` if it is invalid. */
export function parseJsonOr(text: string, otherwise: unknown): unknown {
  try {
    return parseJson(text);
  } catch {
    return otherwise;
  }
}

/** Minimum number of digits that a double may be unable to hold. */
const many = 16;

/**
 * Returns whether a string has 16 digits in a row, which can be a number that a double cannot hold. Checks only every
 * 16th character, so it takes a hundredth of the time of `JSON.parse`.
 */
export function hasManyDigits(text: string): boolean {
  for (let at = many - 1; at < text.length; at += many) {
    if (!isPartOfNumber(text.charCodeAt(at))) continue;
    let start = at;
    while (isPartOfNumber(text.charCodeAt(start - 1))) start -= 1;
    let end = at + 1;
    while (end - start < many && isPartOfNumber(text.charCodeAt(end))) end += 1;
    if (end - start >= many) return true;
  }
  return false;
}

/** @param code character code */
function isPartOfNumber(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2e;
}

/** Puts the exact numbers of valid JSON in quotes. @returns undefined if there are none */
function quoteExactNumbers(text: string): string | undefined {
  const parts: string[] = [];
  let isChanged = false;
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const between = text.slice(at, quote === -1 ? undefined : quote);
    if (hasManyDigits(between)) {
      const replaced = between.replace(number, (token) => (isExactNumber(readNumber(token)) ? `"${token}"` : token));
      isChanged ||= replaced !== between;
      parts.push(replaced);
    } else parts.push(between);
    if (quote === -1) break;
    at = findStringEnd(text, quote);
    parts.push(text.slice(quote, at));
  }
  return isChanged ? parts.join('') : undefined;
}

/** @returns the offset after the closing quote of a string that starts at `quote` */
function findStringEnd(text: string, quote: number): number {
  for (let end = text.indexOf('"', quote + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end + 1;
  }
  return text.length;
}

/** Replaces the numbers of `value` that are strings in `marked`, a copy with exact numbers in quotes. */
function insertExactNumbers(value: unknown, marked: unknown): unknown {
  if (typeof value === 'number') return typeof marked === 'string' ? readNumber(marked) : value;
  if (typeof value !== 'object' || value === null) return value;
  for (const key in value) {
    const part: unknown = Reflect.get(value, key);
    if (typeof part !== 'number' && typeof part !== 'object') continue;
    const exact = insertExactNumbers(part, partOf(marked, key));
    if (exact !== part) {
      Object.defineProperty(value, key, { value: exact, enumerable: true, configurable: true, writable: true });
    }
  }
  return value;
}

/** A member of an object or an item of an array. */
function partOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** Deep-copies a JSON value like `structuredClone`, which does not support exact decimals. */
export function cloneJson<Value>(value: Value): Value {
  return haveExactNumbers() ? copy(value) : structuredClone(value);
}

function copy<Value>(value: Value): Value;

function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof ExactDecimal) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => copy(item));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return structuredClone(value);
  return Object.fromEntries(Object.entries(value).map(([name, part]: [string, unknown]) => [name, copy(part)]));
}
