import { resolveReference } from './json-pointer.js';
import { readNumber } from './numbers/exact-number.js';
import { isObject } from './objects.js';
import type { JsonSchema } from './open-api-document.js';
import { listAllowedTypes, listTypesAtPath } from './schema-types.js';

/** Reads a value from text, such as a parameter, a response header or a form field. */
export interface TextFieldReader {
  readonly array: boolean;
  readonly anyText: boolean;
  readonly hasDefault: boolean;
  readonly default: unknown;
  read(text: string): unknown;
}

const annotations = new Set('type title description default example examples deprecated $comment'.split(' '));

const jsonInteger = /^-?(?:0|[1-9]\d*)$/;
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function createTextFieldReader(document: unknown, schema: JsonSchema | undefined): TextFieldReader {
  const types = listAllowedTypes(document, schema);
  const resolved = resolveReference(document, schema) ?? {};
  const itemTypes = listTypesAtPath(document, schema, ['0']);
  const own = isObject(schema) ? Object.keys(schema) : [];
  const constraints = [...own.filter((name) => name !== '$ref'), ...Object.keys(resolved)];
  const array = types.has('array');
  const onlyText = types.size === 0 || (types.size === 1 && types.has('string'));
  return {
    array,
    anyText:
      onlyText && schema !== false && constraints.every((name) => annotations.has(name) || name.startsWith('x-')),
    hasDefault: (isObject(schema) && 'default' in schema) || 'default' in resolved,
    default: isObject(schema) && 'default' in schema ? schema.default : resolved.default,
    read: (text) => coerceText(text, array ? itemTypes : types),
  };
}

/**
 * Converts text to a documented type: `12` to an integer, `true` to a boolean. Other text remains a string, so that
 * findings show it unchanged. Numbers keep all digits.
 */
export function coerceText(text: string, types: ReadonlySet<string>): unknown {
  if (types.has('integer') && jsonInteger.test(text)) {
    const integer = readNumber(text);
    if (integer === Number.POSITIVE_INFINITY) return Number.MAX_VALUE;
    return integer === Number.NEGATIVE_INFINITY ? -Number.MAX_VALUE : integer || 0;
  }
  if (types.has('number') && jsonNumber.test(text)) {
    const number = readNumber(text);
    if (typeof number !== 'number' || Number.isFinite(number)) return number;
  }
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
