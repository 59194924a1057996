import { decodeUtf8 } from './decode-utf8.js';
import { findJsonError } from './find-json-error.js';
import type { Finding } from './finding.js';
import { formMediaType, isJson, isXml, parseMediaType } from './media-type.js';
import { parseJson } from './numbers/parse-json.js';
import { stringifyJson } from './numbers/stringify-json.js';

/** Maximum depth of JSON. Deeper JSON is rejected to protect the stack. */
export const maxJsonDepth = 256;

type Decoded = { value: unknown } | { finding: Finding };

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

/** Returns whether a text has more opening brackets than the maximum depth. This is faster than walking the value. */
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
