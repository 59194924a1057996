import { coerceText, listAllowedTypes } from './coerce-text.js';
import { isObject } from './is-object.js';
import type { OperationParameter } from './operation.js';
import { resolveReference } from './resolve-reference.js';

export interface ComposedValue {
  readonly value: unknown;
}

type Take = (query: URLSearchParams) => string | readonly string[] | ComposedValue | undefined;

const mostParts = 64;

export const maxBracketDepth = 16;

const separators: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' };

/**
 * Reads a query parameter by its `style`, `explode` and `content`: objects as `filter[name]=x` or members, arrays
 * repeated, in brackets or separated, and JSON. Accepts arrays with and without brackets, whichever is described.
 */
export function createQueryReader(document: unknown, parameter: OperationParameter): Take {
  const { name, schema, style = 'form', isJson = false } = parameter;
  if (isJson) return (query) => jsonOf(query.get(name));
  const types = listAllowedTypes(document, schema);
  if (types.has('object') && !types.has('string')) {
    return style === 'deepObject' ? deepObject(document, parameter) : members(document, parameter);
  }
  const bare = name.endsWith('[]') ? name.slice(0, -2) : name;
  const names = types.has('array') || bare !== name ? [...new Set([name, `${bare}[]`, bare])] : [name];
  const separator = separators[style];
  return (query) => {
    const values = names.flatMap((each) => query.getAll(each));
    if (values.length === 0 && types.has('array')) values.push(...numbered(query, bare));
    const [first] = values;
    if (separator !== undefined && values.length === 1) return first?.split(separator);
    return values.length > 1 ? values : first;
  };
}

/** Reads items by index: `ids[0]=a&ids[1]=b`. */
function numbered(query: URLSearchParams, name: string): string[] {
  const isItem = (key: string) => key.startsWith(`${name}[`) && /^\d{1,3}\]$/.test(key.slice(name.length + 1));
  return [...query].flatMap(([key, text]) => (isItem(key) ? [text] : []));
}

/** Parses a parameter with `content`. Invalid JSON remains text, so that the schema rejects it. */
function jsonOf(text: string | null): ComposedValue | undefined {
  if (text === null) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { value: text };
  }
}

function deepObject(document: unknown, { name, schema }: OperationParameter): Take {
  return (query) => {
    const value: Record<string, unknown> = {};
    for (const [key, text] of query) {
      const inner = key.startsWith(`${name}[`) && key.endsWith(']') ? key.slice(name.length + 1, -1) : undefined;
      const path = inner?.split('][') ?? [];
      if (path.length > 0 && path.length <= maxBracketDepth)
        appendValue(value, path, text, (path) => listTypesAtPath(document, schema, path));
    }
    return Object.keys(value).length === 0 ? undefined : { value };
  };
}

function members(document: unknown, { name, schema }: OperationParameter): Take {
  const properties = resolveReference(document, schema)?.properties;
  const names = isObject(properties) ? Object.keys(properties) : [];
  return (query) => {
    const value: Record<string, unknown> = {};
    for (const each of names) {
      const text = query.get(each);
      if (text !== null) appendValue(value, [each], text, (path) => listTypesAtPath(document, schema, path));
    }
    if (Object.keys(value).length > 0) return { value };
    return jsonOf(query.get(name));
  };
}

/**
 * Sets an own member at a path of names. In an array, an empty name or an index beyond the end appends an item.
 * `items[][price]` starts a new item if the last one already has a price.
 */
export function appendValue(
  target: Record<string, unknown>,
  path: readonly string[],
  text: string,
  typesOf: (path: readonly string[]) => ReadonlySet<string>,
): void {
  let holder: object = target;
  for (const [depth, name] of path.slice(0, -1).entries()) {
    const key = Array.isArray(holder) ? itemKey(holder, name, path[depth + 1] ?? '') : name;
    const next: unknown = Object.hasOwn(holder, key) ? Reflect.get(holder, key) : undefined;
    const below = path[depth + 1] ?? '';
    const isList = below === '' || (isIndex.test(below) && !typesOf(path.slice(0, depth + 1)).has('object'));
    const inner = typeof next === 'object' && next !== null ? next : isList ? [] : {};
    defineMember(holder, key, inner);
    holder = inner;
  }
  const last = path.at(-1) ?? '';
  const key = Array.isArray(holder) ? itemKey(holder, last) : last;
  defineMember(holder, key, coerceText(text, typesOf(path)));
}

const isIndex = /^\d{0,3}$/;

/** @param inner name of the member to set if the item is an object */
function itemKey(items: readonly unknown[], name: string, inner?: string): string {
  const last: unknown = items.at(-1);
  const isFree = inner !== undefined && typeof last === 'object' && last !== null && !Object.hasOwn(last, inner);
  if (name === '' && isFree && inner !== '') return String(items.length - 1);
  // An index beyond the end would create an arbitrarily large gap.
  return isIndex.test(name) && name !== '' && Number(name) < items.length ? name : String(items.length);
}

/** Sets an own member, because a client can send the name `__proto__`. */
export function defineMember(holder: object, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
}

/**
 * Lists the types that the schema documents at a path of member names, through `$ref`, `allOf`, `anyOf` and `oneOf`.
 */
export function listTypesAtPath(document: unknown, schema: unknown, path: readonly string[]): ReadonlySet<string> {
  let at = listSchemaParts(document, [schema]);
  for (const name of path) {
    const below = [...at].map(({ properties, items, additionalProperties }) => {
      if (items !== undefined && isIndex.test(name)) return items;
      const own = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
      return own ?? additionalProperties;
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
