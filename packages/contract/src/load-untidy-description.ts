import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { bundleUntidy } from './bundle-description.js';
import { isDeeper, maximumDepth } from './decode-body.js';
import { fileError } from './file-error.js';
import type { Finding } from './finding.js';
import { isObject } from './is-object.js';
import { readText } from './load-yaml.js';
import type { OpenApiDocument } from './open-api-document.js';
import { jsonFiles } from './sources.js';

/** Characters of a text that is worth the time to free it. */
const large = 4_000_000;

/** What is done to a document before the references to other files are resolved. */
type Prepare = (document: Record<string, unknown>) => Promise<OpenApiDocument> | OpenApiDocument;

/**
 * Loads a description of any origin: JSON or YAML, of any version. References that cannot be resolved are reported
 * instead of thrown.
 *
 * @param prepare turns it into a document whose references lie where those of OpenAPI 3 do
 * @param folders besides its own that its references may lead into
 * @throws ContractError when the file cannot be read, or is neither JSON nor YAML
 */
export async function loadUntidyDescription(
  file: string,
  prepare: Prepare,
  folders: readonly string[] = [],
): Promise<{ document: OpenApiDocument; findings: Finding[] }> {
  const { value: loaded, size } = await loadAny(file);
  if (size > large) collectGarbage();
  if (!isObject(loaded))
    throw fileError(file, 'no-description', 'The file is not an OpenAPI description: it is no object.');
  if (isDeeper(loaded, maximumDepth)) {
    const message = `The description is nested deeper than ${maximumDepth} levels; name its inner schemas under components.`;
    throw fileError(file, 'too-deep', message);
  }
  const document = await prepare(loaded);
  const from = jsonFiles.get(loaded);
  if (from !== undefined) jsonFiles.set(document, from);
  return { document, findings: await bundleUntidy({ file, folders }, document) };
}

/** JSON is read by the parser of the language, which takes a tenth of the time; places are looked up when asked for. */
async function loadAny(file: string): Promise<{ value: unknown; size: number }> {
  const text = await readText(file);
  if (/^\s*[{[]/.test(text)) {
    try {
      const value: unknown = JSON.parse(text);
      if (isObject(value)) jsonFiles.set(value, file);
      return { value, size: text.length };
    } catch {
      // YAML may begin with a brace, too; if it is neither, its parser says where.
    }
  }
  const { parseYaml } = await import('./parse-yaml.js');
  return { value: parseYaml(file, text, { uniqueKeys: false, merge: true }), size: text.length };
}

/**
 * Frees what a large file has left behind at once. By itself the engine would first let the process grow by as much
 * again, and return none of it.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}
