import { decodeUtf8 } from './decode-text.js';
import type { Finding } from './finding.js';
import { formMediaType, isJson, isXml, parseMediaType } from './media-type.js';
import { parseJson } from './numbers/parse-json.js';
import { stringifyJson } from './numbers/stringify-json.js';

/** Maximum depth of JSON. Deeper JSON is rejected to protect the stack. */
export const maxJsonDepth = 256;

type Decoded = { value: unknown } | { finding: Finding };

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const space = /[ \t\n\r]*/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const literals = ['true', 'false', 'null'];

/**
 * Decodes a body by its media type: JSON (also `+json`), `application/x-www-form-urlencoded` to `[key, value]` pairs
 * in order, `text/*` and XML to a string, others to bytes. An empty body is undefined. Text is UTF-8 despite
 * `charset`, with an optional byte order mark. Rules: `body/broken-utf-8`, `body/malformed-json`, `body/too-deep`,
 * `body/malformed-form`.
 */
export function decodeBody(bytes: Uint8Array, mediaType: string | undefined): Decoded {
  if (bytes.length === 0) return { value: undefined };
  const type = parseMediaType(mediaType);
  if (type === undefined || !(isJson(type) || isXml(type) || type === formMediaType || type.startsWith('text/'))) {
    return { value: bytes };
  }
  const decoded = decodeUtf8(bytes);
  if ('offset' in decoded) {
    const byte = (bytes[decoded.offset] ?? 0).toString(16).padStart(2, '0');
    return refuse(
      'broken-utf-8',
      `The body is not UTF-8: byte 0x${byte} at offset ${decoded.offset} does not fit.`,
      'UTF-8',
      `0x${byte}`,
    );
  }
  if (isJson(type)) return decodeJson(decoded.text);
  return type === formMediaType ? decodeForm(decoded.text) : { value: decoded.text };
}

function decodeJson(text: string): Decoded {
  if (text === '') return { value: undefined };
  try {
    const value = parseJson(text);
    if (hasOpenings(text, maxJsonDepth) && exceedsDepth(value, maxJsonDepth)) {
      return refuse('too-deep', `The body is nested deeper than ${maxJsonDepth} levels.`, maxJsonDepth);
    }
    return { value };
  } catch {
    const { offset, expected } = findJsonError(text);
    const before = text.slice(0, offset);
    const line = before.split('\n').length;
    const column = offset - before.lastIndexOf('\n');
    const actual = offset < text.length ? String.fromCodePoint(text.codePointAt(offset) ?? 0) : 'end of text';
    const found = offset < text.length ? stringifyJson(actual) : 'the end of the text';
    const message = `The body is not valid JSON: line ${line}, column ${column}: expected ${expected}, but found ${found}.`;
    return refuse('malformed-json', message, expected, actual);
  }
}

/** Returns whether a string has more opening brackets than the maximum depth. This is faster than walking the value. */
function hasOpenings(text: string, most: number): boolean {
  let openings = 0;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      openings += 1;
      if (openings > most) return true;
    }
  }
  return false;
}

/** Returns whether objects and arrays are nested more than `levels` deep. */
export function exceedsDepth(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const key in value) {
    const part: unknown = value[key as keyof typeof value];
    if (typeof part === 'object' && exceedsDepth(part, levels - 1)) return true;
  }
  return false;
}

function decodeForm(text: string): Decoded {
  const pairs: [string, string][] = [];
  for (const field of text.split('&')) {
    if (field === '') continue;
    const equals = field.indexOf('=');
    try {
      const name = decodeFormText(equals === -1 ? field : field.slice(0, equals));
      pairs.push([name, equals === -1 ? '' : decodeFormText(field.slice(equals + 1))]);
    } catch {
      // The value can be a secret, so the message omits it.
      const name = equals === -1 ? field : field.slice(0, equals);
      return refuse(
        'malformed-form',
        `The form field ${stringifyJson(name.slice(0, 60))} is not percent-encoded UTF-8.`,
        'percent-encoded UTF-8',
      );
    }
  }
  return { value: pairs };
}

function decodeFormText(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

function refuse(rule: string, message: string, expected: unknown, actual?: unknown): Decoded {
  const finding: Finding = { ruleId: `body/${rule}`, severity: 'error', message, pointer: '/body', expected };
  return { finding: actual === undefined ? finding : { ...finding, actual } };
}

/** Finds the first error in a string that `JSON.parse` rejected. `offset` counts UTF-16 units. Not recursive. */
function findJsonError(text: string): { offset: number; expected: string } {
  const open: ('[' | '{')[] = [];
  let state: 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'after' = 'value';
  let at = skip(space, text, 0);
  for (;;) {
    const char = text[at];
    const container = open.at(-1);
    if (state === 'after') {
      if (container === undefined) return { offset: at, expected: 'the end of the text' };
      if (char === ',') {
        state = container === '[' ? 'value' : 'key';
      } else if (char === (container === '[' ? ']' : '}')) {
        open.pop();
      } else {
        return { offset: at, expected: container === '[' ? '"," or "]"' : '"," or "}"' };
      }
      at += 1;
    } else if ((state === 'value-or-end' && char === ']') || (state === 'key-or-end' && char === '}')) {
      open.pop();
      state = 'after';
      at += 1;
    } else if (state === 'key' || state === 'key-or-end') {
      if (char !== '"') {
        const expected = 'a property name in double quotes';
        return { offset: at, expected: state === 'key' ? expected : `${expected} or "}"` };
      }
      const end = skipString(text, at + 1);
      if (text[end] !== '"') return { offset: end, expected: 'the end of the string' };
      at = skip(space, text, end + 1);
      if (text[at] !== ':') return { offset: at, expected: '":"' };
      at += 1;
      state = 'value';
    } else if (char === '[' || char === '{') {
      open.push(char);
      state = char === '[' ? 'value-or-end' : 'key-or-end';
      at += 1;
    } else if (char === '"') {
      const end = skipString(text, at + 1);
      if (text[end] !== '"') return { offset: end, expected: 'the end of the string' };
      at = end + 1;
      state = 'after';
    } else {
      const literal = literals.find((word) => text.startsWith(word, at));
      const end = literal === undefined ? skip(number, text, at) : at + literal.length;
      if (end === at) return { offset: at, expected: state === 'value' ? 'a value' : 'a value or "]"' };
      at = end;
      state = 'after';
    }
    at = skip(space, text, at);
  }
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

/**
 * Returns the offset of the closing quote or of the first invalid character. Strings are too long for a regular
 * expression.
 */
function skipString(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '"' && text.charCodeAt(at) >= 0x20) {
    const next = text[at] === '\\' ? skip(escapeSequence, text, at) : at + 1;
    if (next === at) return at;
    at = next;
  }
  return at;
}
