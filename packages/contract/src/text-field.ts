import { coerceText } from './coerce-text.js';
import { isObject } from './is-object.js';
import type { JsonSchema } from './open-api-document.js';
import { resolveReference } from './resolve-reference.js';
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
