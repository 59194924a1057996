import { isObject } from './is-object.js';
import { readSourceText } from './lazy-source.js';
import { isJsonNumber } from './numbers/exact-number.js';
import type { OpenApiDocument } from './open-api-document.js';
import { resolveReference } from './resolve-reference.js';
import { listAllowedTypes, listSchemaParts } from './schema-types.js';
import { walkDocument } from './walk-document.js';

/**
 * Replaces unquoted numbers and booleans of a YAML description by their text where the schema allows text only:
 * `enum: [1.0, 2.10]` and `example: 00100` of a string are `"1.0"`, `"2.10"` and `"00100"`.
 */
export function keepWrittenTexts(document: OpenApiDocument): void {
  walkDocument('document', document, '', (kind, node) => {
    if (kind === 'schema') {
      for (const name of ['default', 'example', 'const']) keep(document, node, name, node);
      for (const name of ['enum', 'examples']) keepItems(document, node[name], () => node);
    } else if (kind === 'parameter' || kind === 'header' || kind === 'mediaType') {
      keep(document, node, 'example', node.schema);
      for (const named of isObject(node.examples) ? Object.values(node.examples) : []) {
        const example = resolveReference(document, named);
        if (example !== undefined) keep(document, example, 'value', node.schema);
      }
    }
  });
}

/** @param schema the schema of the value at the member `key` of `holder` */
function keep(document: OpenApiDocument, holder: object, key: string, schema: unknown): void {
  const value: unknown = Reflect.get(holder, key);
  if (isJsonNumber(value) || typeof value === 'boolean') {
    const types = listAllowedTypes(document, isObject(schema) ? schema : undefined);
    const fits = typeof value === 'boolean' ? types.has('boolean') : types.has('number') || types.has('integer');
    if (fits || !types.has('string')) return;
    const text = readSourceText(holder, key);
    if (text !== undefined) Reflect.set(holder, key, text);
  } else if (typeof value === 'object' && value !== null && isObject(schema)) {
    const parts = [...listSchemaParts(document, [schema])];
    if (Array.isArray(value)) keepItems(document, value, () => parts.find(({ items }) => items !== undefined)?.items);
    else {
      for (const name of Object.keys(value)) {
        const owner = parts.find(({ properties }) => isObject(properties) && Object.hasOwn(properties, name));
        const properties = isObject(owner?.properties) ? owner.properties : {};
        keep(
          document,
          value,
          name,
          properties[name] ?? parts.find((part) => isObject(part.additionalProperties))?.additionalProperties,
        );
      }
    }
  }
}

function keepItems(document: OpenApiDocument, list: unknown, schemaOf: () => unknown): void {
  if (!Array.isArray(list)) return;
  for (const index of list.keys()) keep(document, list, String(index), schemaOf());
}
