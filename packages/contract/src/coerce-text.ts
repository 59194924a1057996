import { isObject } from './is-object.js';
import type { JsonSchema } from './open-api-document.js';
import { resolveReference } from './resolve-reference.js';

const jsonInteger = /^-?(?:0|[1-9]\d*)$/;
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Converts text to a documented type: `12` to an integer, `true` to a boolean. Other text stays text, so validation
 * shows it unchanged. Integers beyond 2^53 are rounded like in JSON.
 */
export function coerceText(text: string, types: ReadonlySet<string>): unknown {
  if (types.has('integer') && jsonInteger.test(text)) {
    const integer = Math.min(Math.max(Number(text), -Number.MAX_VALUE), Number.MAX_VALUE);
    return integer === 0 ? 0 : integer;
  }
  if (types.has('number') && jsonNumber.test(text)) {
    const number = Number(text);
    if (Number.isFinite(number)) return number;
  }
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** Lists the types that a schema allows: through `$ref`, `allOf`, `anyOf`, `oneOf`, `enum` and `const`. */
export function listAllowedTypes(document: unknown, schema: JsonSchema | undefined): ReadonlySet<string> {
  const types = new Set<string>();
  gatherTypes(document, schema, types, new Set());
  return types;
}

function gatherTypes(document: unknown, schema: unknown, types: Set<string>, seen: Set<object>): void {
  const resolved = resolveReference(document, schema);
  if (resolved === undefined || seen.has(resolved)) return;
  seen.add(resolved);
  for (const type of Array.isArray(resolved.type) ? resolved.type : [resolved.type]) {
    if (typeof type === 'string') types.add(type);
  }
  const values = [
    ...(Array.isArray(resolved.enum) ? resolved.enum : []),
    ...('const' in resolved ? [resolved.const] : []),
  ];
  for (const value of resolved.type === undefined ? values : []) {
    types.add(Array.isArray(value) ? 'array' : isObject(value) ? 'object' : value === null ? 'null' : typeof value);
  }
  for (const list of [resolved.allOf, resolved.anyOf, resolved.oneOf]) {
    for (const part of Array.isArray(list) ? list : []) gatherTypes(document, part, types, seen);
  }
}
