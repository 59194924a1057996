import {
  cloneJson,
  isObject,
  type OpenApiDocument,
  parseJson,
  reserveUniqueName,
  stringifyJson,
} from '@understudy/contract';

const made = new WeakMap<OpenApiDocument, OpenApiDocument>();

/**
 * Returns a copy of a description that client generators accept. It has inlined callbacks with unique operation ids, a
 * schema for every body, `if`/`then` instead of bare `anyOf`, and a contact.
 */
export function prepareForGenerators(document: OpenApiDocument): OpenApiDocument {
  const known = made.get(document);
  if (known !== undefined) return known;
  // Also copies shared objects, so that each can be changed.
  const copy: OpenApiDocument = parseJson(stringifyJson(document));
  const callbacks = copy.components?.callbacks;
  rewrite(copy, { callbacks: isObject(callbacks) ? callbacks : {}, operationIds: new Set() });
  delete copy.components?.callbacks;
  copy.info = { contact: { name: 'Understudy' }, ...copy.info };
  made.set(document, copy);
  return copy;
}

interface Rewriting {
  readonly callbacks: Readonly<Record<string, unknown>>;
  readonly operationIds: Set<string>;
}

function rewrite(node: unknown, rewriting: Rewriting): void {
  if (Array.isArray(node)) for (const item of node) rewrite(item, rewriting);
  if (!isObject(node)) return;
  requireByCondition(node);
  nameItemsApart(node);
  const { callbacks, content } = node;
  for (const [name, callback] of Object.entries(isObject(callbacks) && !('schemas' in node) ? callbacks : {})) {
    if (isObject(callbacks)) callbacks[name] = definitionOf(callback, rewriting);
  }
  for (const media of Object.values(isObject(content) ? content : {})) if (isObject(media)) media.schema ??= {};
  for (const [key, value] of Object.entries(node)) {
    // Examples are data, not schemas.
    if (key !== 'example' && key !== 'examples' && key !== 'default') rewrite(value, rewriting);
  }
}

function definitionOf(callback: unknown, { callbacks, operationIds }: Rewriting): unknown {
  const name = isObject(callback) ? /^#\/components\/callbacks\/(.+)$/.exec(String(callback.$ref))?.[1] : undefined;
  if (name === undefined) return callback;
  const copy: unknown = cloneJson(callbacks[name]);
  for (const item of Object.values(isObject(copy) ? copy : {}).filter(isObject)) {
    for (const operation of Object.values(item).filter(isObject)) {
      if (typeof operation.operationId === 'string')
        operation.operationId = reserveUniqueName(operation.operationId, operationIds, '');
    }
  }
  return copy;
}

/** Replaces an `anyOf` that stands next to `properties` and only requires members. */
function requireByCondition(schema: Record<string, unknown>): void {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf) || !isObject(schema.properties) || 'if' in schema) return;
  const isBare = (part: unknown): part is Record<string, unknown> =>
    isObject(part) && Object.keys(part).every((key) => key === 'required' || key === 'additionalProperties');
  if (!anyOf.every(isBare)) return;
  const [last, ...others] = anyOf.map(({ required }) => ({ required })).reverse();
  delete schema.anyOf;
  schema.if = { not: others.length === 1 ? others[0] : { anyOf: others } };
  // Biome would mistake an object with a literal member `then` for a promise.
  Object.assign(schema, Object.fromEntries([['then', last]]));
}

/**
 * Adds a condition to alternatives such as "an item or a list of items". Otherwise generators give both the same name.
 */
function nameItemsApart({ oneOf }: Record<string, unknown>): void {
  if (!Array.isArray(oneOf)) return;
  const named = new Set(oneOf.flatMap((part) => (isObject(part) && typeof part.$ref === 'string' ? [part.$ref] : [])));
  for (const part of oneOf.filter(isObject)) {
    const { items } = part;
    if (!isObject(items) || typeof items.$ref !== 'string' || !named.has(items.$ref)) continue;
    Object.assign(part, { items: {}, if: {} }, Object.fromEntries([['then', { items }]]));
  }
}
