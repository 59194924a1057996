import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { bundleUntidy } from './bundle-description.js';
import { exceedsDepth, maxJsonDepth } from './decode-body.js';
import { createFileError, type Finding } from './finding.js';
import { resolveReference } from './json-pointer.js';
import { readSourceText } from './lazy-source.js';
import { readText } from './load-yaml.js';
import { isJsonNumber } from './numbers/exact-number.js';
import { parseJson } from './numbers/parse-json.js';
import { isObject } from './objects.js';
import type { OpenApiDocument } from './open-api-document.js';
import { listAllowedTypes, listSchemaParts } from './schema-types.js';
import { jsonFileNames } from './source-locations.js';
import { walkDocument } from './walk-document.js';

/** Length in characters from which a file's text is worth freeing immediately. */
const large = 4_000_000;

/** Changes a document before its file references are resolved. */
type Prepare = (document: Record<string, unknown>) => Promise<OpenApiDocument> | OpenApiDocument;

/**
 * Loads any JSON or YAML description. Broken references are reported instead of thrown.
 *
 * @param prepare rewrites references to their OpenAPI 3 locations
 * @param folders additional folders that references can point to
 * @throws ContractError for an unreadable file, or one that is neither JSON nor YAML
 */
export async function loadUntidyDescription(
  file: string,
  prepare: Prepare,
  folders: readonly string[] = [],
): Promise<{ document: OpenApiDocument; findings: Finding[] }> {
  const { value: loaded, size } = await loadAny(file);
  if (size > large) collectGarbage();
  if (!isObject(loaded))
    throw createFileError(file, 'no-description', 'The file is not an OpenAPI description: it must contain an object.');
  if (exceedsDepth(loaded, maxJsonDepth)) {
    const message = `The description is nested deeper than ${maxJsonDepth} levels; name its inner schemas under components.`;
    throw createFileError(file, 'too-deep', message);
  }
  const document = await prepare(loaded);
  const from = jsonFileNames.get(loaded);
  if (from !== undefined) jsonFileNames.set(document, from);
  const findings = await bundleUntidy({ file, folders }, document);
  if (from === undefined) keepWrittenTexts(document);
  return { document, findings };
}

/** Loads JSON or YAML. `JSON.parse` takes a tenth of the time, so JSON locations are found on demand. */
async function loadAny(file: string): Promise<{ value: unknown; size: number }> {
  const text = await readText(file);
  if (/^\s*[{[]/.test(text)) {
    try {
      const value = parseJson(text);
      if (isObject(value)) jsonFileNames.set(value, file);
      return { value, size: text.length };
    } catch {
      // YAML can also start with a brace. The YAML parser reports the location of an error.
    }
  }
  const { parseYaml } = await import('./parse-yaml.js');
  return { value: parseYaml(file, text, { uniqueKeys: false, merge: true }), size: text.length };
}

/**
 * Frees the memory of a large file immediately. Otherwise the process would double in size before garbage collection.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}

/**
 * Replaces unquoted numbers and booleans in a YAML description by their source text where the schema allows only
 * strings: `enum: [1.0, 2.10]` and `example: 00100` of a string are `"1.0"`, `"2.10"` and `"00100"`.
 */
function keepWrittenTexts(document: OpenApiDocument): void {
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

/** @param schema schema of the member `key` of `holder` */
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
