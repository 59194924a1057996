import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { bundleUntidy } from './bundle-description.js';
import { createFileError } from './contract-error.js';
import { exceedsDepth, maxJsonDepth } from './decode-body.js';
import type { Finding } from './finding.js';
import { isObject } from './is-object.js';
import { keepWrittenTexts } from './keep-written-texts.js';
import { readText } from './load-yaml.js';
import { parseJson } from './numbers/parse-json.js';
import type { OpenApiDocument } from './open-api-document.js';
import { jsonFileNames } from './source-locations.js';

/** Length in characters from which a text is worth freeing immediately. */
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

/** Frees the memory of a large file immediately. Otherwise the engine would let the process double in size first. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}
