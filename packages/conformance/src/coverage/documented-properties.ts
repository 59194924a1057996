import { isObject, joinPointer, type Operation, resolveReference } from '@understudy/contract';

/** A property in the JSON responses of an operation. */
export interface DocumentedProperty {
  status: string;
  /** JSON Pointer, with `*` for any list item and `{}` for any map member. */
  pointer: string;
  /** The values of an enum or const. */
  values?: unknown[];
  /** Gaps on the property's schema. */
  gaps: string[];
}

/** Maximum depths to try. Descriptions with very many schemas need a smaller depth. */
const levels = [12, 6, 3, 2];
const maxSchemas = 1000;

/** The state of a walk over the schemas of one operation. */
interface Walk {
  readonly document: unknown;
  readonly found: Map<string, DocumentedProperty>;
  readonly deepest: number;
  left: number;
}

/** Caches results, because drafts of scenarios run repeatedly. */
const known = new WeakMap<Operation, readonly DocumentedProperty[]>();

/** Lists the properties of the JSON responses of an operation, once per status, in the order of the description. */
export function listDocumentedProperties(document: unknown, operation: Operation): readonly DocumentedProperty[] {
  const properties = known.get(operation) ?? propertiesOf(document, operation);
  known.set(operation, properties);
  return properties;
}

function propertiesOf(document: unknown, operation: Operation): DocumentedProperty[] {
  for (const deepest of levels) {
    const walk: Walk = { document, found: new Map(), deepest, left: maxSchemas };
    collectAll(walk, operation);
    if (walk.left > 0 || deepest === levels.at(-1)) return [...walk.found.values()];
  }
  return [];
}

function collectAll(walk: Walk, operation: Operation): void {
  const { document } = walk;
  const responses = getAtKeys(document, 'paths', operation.path, operation.method.toLowerCase(), 'responses');
  for (const [status, response] of Object.entries(isObject(responses) ? responses : {})) {
    const content = resolveReference(document, response)?.content;
    for (const [type, media] of Object.entries(isObject(content) ? content : {})) {
      if (/json/i.test(type)) collect(walk, getAtKeys(media, 'schema'), status, '', []);
    }
  }
}

/** Lists the gap ids of an `x-gap` field, which contains one id or a list. */
export function listGapIds(value: unknown): string[] {
  const gaps = isObject(value) ? value['x-gap'] : undefined;
  return [gaps].flat().filter((gap) => typeof gap === 'string');
}

function collect(walk: Walk, schema: unknown, status: string, pointer: string, path: readonly unknown[]): void {
  const { document, deepest } = walk;
  const here = resolveReference(document, schema);
  // Stops at recursive schemas.
  if (here === undefined || path.includes(here) || path.length > deepest) return;
  walk.left -= 1;
  if (walk.left <= 0) return;
  const deeper = [...path, here];
  for (const key of ['allOf', 'anyOf', 'oneOf']) {
    for (const part of listOf(here[key])) collect(walk, part, status, pointer, deeper);
  }
  collect(walk, here['items'], status, `${pointer}/*`, deeper);
  for (const part of listOf(here['prefixItems'])) collect(walk, part, status, `${pointer}/*`, deeper);
  if (isObject(here['additionalProperties'])) {
    collect(walk, here['additionalProperties'], status, `${pointer}/{}`, deeper);
  }
  const properties = here['properties'];
  for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
    if (walk.left <= 0) return;
    const place = joinPointer(pointer, name);
    add(walk, status, place, property);
    collect(walk, property, status, place, deeper);
  }
}

function add({ document, found }: Walk, status: string, pointer: string, own: unknown): void {
  const resolved = resolveReference(document, own);
  const key = `${status} ${pointer}`;
  const entry = found.get(key) ?? { status, pointer, gaps: [] };
  const values = valuesOf(resolved);
  if (values !== undefined) entry.values = [...new Set([...(entry.values ?? []), ...values])];
  entry.gaps = [...new Set([...entry.gaps, ...listGapIds(own), ...listGapIds(resolved)])];
  found.set(key, entry);
}

function valuesOf(schema: unknown): unknown[] | undefined {
  if (!isObject(schema)) return undefined;
  if (Array.isArray(schema['enum'])) return schema['enum'];
  return 'const' in schema ? [schema['const']] : undefined;
}

/** Returns the value at keys, without following references. */
export function getAtKeys(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((current, key) => (isObject(current) ? current[key] : undefined), value);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
