import { resolveReference } from './json-pointer.js';
import { isObject } from './objects.js';
import type { JsonSchema } from './open-api-document.js';

/**
 * The mode of validation. `request` applies defaults, `response` forbids undocumented properties, and `plain` uses the
 * schema unchanged.
 */
export type ValidationMode = 'request' | 'response' | 'plain';

const mostParts = 64;

/** Matches the name of an item in a list: an index, or empty for the next item. */
export const indexPattern = /^\d{0,3}$/;

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
  // Without `type`, keywords such as `items` imply the type.
  if (resolved.type === undefined && resolved.items !== undefined) types.add('array');
  if (resolved.type === undefined && resolved.properties !== undefined) types.add('object');
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

/**
 * Lists the types that the schema documents at a path of member names, through `$ref`, `allOf`, `anyOf` and `oneOf`.
 */
export function listTypesAtPath(document: unknown, schema: unknown, path: readonly string[]): ReadonlySet<string> {
  let at = listSchemaParts(document, [schema]);
  for (const name of path) {
    const below = [...at].flatMap(({ properties, items, prefixItems, additionalProperties }) => {
      const first = Array.isArray(prefixItems) ? prefixItems : [];
      if ((items !== undefined || first.length > 0) && indexPattern.test(name)) return [...first, items];
      const own = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [own ?? additionalProperties];
    });
    at = listSchemaParts(document, below);
  }
  return new Set([...at].flatMap((part) => [...listAllowedTypes(document, part)]));
}

/** Lists schemas together with their parts and alternatives. */
export function listSchemaParts(
  document: unknown,
  schemas: readonly unknown[],
  parts = new Set<Record<string, unknown>>(),
): ReadonlySet<Record<string, unknown>> {
  for (const schema of schemas) {
    const node = resolveReference(document, schema);
    if (node === undefined || parts.has(node) || parts.size >= mostParts) continue;
    parts.add(node);
    for (const list of [node.allOf, node.anyOf, node.oneOf])
      if (Array.isArray(list)) listSchemaParts(document, list, parts);
  }
  return parts;
}

/** Lists the names of the members that a schema describes, including its parts and alternatives. */
export function listMemberNames(document: unknown, schema: unknown): readonly string[] {
  const all = [...listSchemaParts(document, [schema])].flatMap(({ properties }) =>
    isObject(properties) ? Object.keys(properties) : [],
  );
  return [...new Set(all)];
}
