import { isObject, type Operation } from '@understudy/contract';
import { pointerToken, readPointer } from '../expressions/json-pointer.js';

/** A property that a description gives the JSON answers of an operation. */
export interface DocumentedProperty {
  status: string;
  /** `*` stands for every item of a list, `{}` for every name of a map. */
  pointer: string;
  /** The values of an enum or const. */
  values?: unknown[];
  /** Gaps on the property's schema. */
  gaps: string[];
}

const deepest = 12;

/** Every property of the JSON answers of an operation, in the order of the description, each once per status. */
export function documentedProperties(document: unknown, operation: Operation): DocumentedProperty[] {
  const found = new Map<string, DocumentedProperty>();
  const responses = at(document, ['paths', operation.path, operation.method.toLowerCase(), 'responses']);
  for (const [status, response] of Object.entries(isObject(responses) ? responses : {})) {
    const content = at(resolveLocal(document, response), ['content']);
    for (const [type, media] of Object.entries(isObject(content) ? content : {})) {
      if (/json/i.test(type)) collect(document, at(media, ['schema']), status, '', found, []);
    }
  }
  return [...found.values()];
}

/** The gaps of an `x-gap` field: one id or several. */
export function gapsOf(value: unknown): string[] {
  const gaps = isObject(value) ? value['x-gap'] : undefined;
  return [gaps].flat().filter((gap) => typeof gap === 'string');
}

function collect(
  document: unknown,
  schema: unknown,
  status: string,
  pointer: string,
  found: Map<string, DocumentedProperty>,
  path: readonly unknown[],
): void {
  const here = resolveLocal(document, schema);
  // A schema that holds itself has no end.
  if (!isObject(here) || path.includes(here) || path.length > deepest) return;
  const deeper = [...path, here];
  for (const key of ['allOf', 'anyOf', 'oneOf']) {
    for (const part of listOf(here[key])) collect(document, part, status, pointer, found, deeper);
  }
  collect(document, here['items'], status, `${pointer}/*`, found, deeper);
  for (const part of listOf(here['prefixItems'])) collect(document, part, status, `${pointer}/*`, found, deeper);
  if (isObject(here['additionalProperties'])) {
    collect(document, here['additionalProperties'], status, `${pointer}/{}`, found, deeper);
  }
  const properties = here['properties'];
  for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
    const place = `${pointer}/${pointerToken(name)}`;
    add(found, status, place, property, resolveLocal(document, property));
    collect(document, property, status, place, found, deeper);
  }
}

function add(
  found: Map<string, DocumentedProperty>,
  status: string,
  pointer: string,
  own: unknown,
  resolved: unknown,
): void {
  const key = `${status} ${pointer}`;
  const entry = found.get(key) ?? { status, pointer, gaps: [] };
  const values = valuesOf(resolved);
  if (values !== undefined) entry.values = [...new Set([...(entry.values ?? []), ...values])];
  entry.gaps = [...new Set([...entry.gaps, ...gapsOf(own), ...gapsOf(resolved)])];
  found.set(key, entry);
}

function valuesOf(schema: unknown): unknown[] | undefined {
  if (!isObject(schema)) return undefined;
  if (Array.isArray(schema['enum'])) return schema['enum'];
  return 'const' in schema ? [schema['const']] : undefined;
}

/** Follows references within the document, as far as they lead. */
export function resolveLocal(document: unknown, value: unknown): unknown {
  let current = value;
  for (let hops = 0; hops < 20; hops++) {
    if (!isObject(current) || typeof current['$ref'] !== 'string' || !current['$ref'].startsWith('#')) return current;
    const target = readPointer(document, decodeURIComponent(current['$ref'].slice(1)));
    if (!target.found) return current;
    current = target.value;
  }
  return current;
}

function at(value: unknown, keys: readonly string[]): unknown {
  let current = value;
  for (const key of keys) current = isObject(current) ? current[key] : undefined;
  return current;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
