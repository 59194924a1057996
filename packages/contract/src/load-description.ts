import { bundleDescription } from './bundle-description.js';
import { ContractError } from './contract-error.js';
import { isObject } from './is-object.js';
import { loadYaml } from './load-yaml.js';
import type { OpenApiDocument } from './open-api-document.js';
import { copyTree, locate } from './sources.js';

/**
 * Loads an OpenAPI 3.1 description and resolves its relative file `$ref`s into one self-contained document with internal
 * `$ref`s only: components of other files become components of this one, path items are written out where they are used,
 * cycles stay references.
 *
 * @param folders besides its own that its references may lead into
 * @throws ContractError when a file or the target of a `$ref` is missing, when two components of different files claim
 *   one name, or when the file is not an OpenAPI 3.1 description; every finding names file and line
 */
export async function loadDescription(file: string, folders: readonly string[] = []): Promise<OpenApiDocument> {
  const loaded = await loadYaml(file);
  const document = copyTree(loaded);
  if (!isDescription(document)) {
    const message =
      'The file is not an OpenAPI 3.1 description: it needs openapi: 3.1.x and info with title and version.';
    const place = { file, ...locate(document, '/openapi') };
    throw new ContractError([{ ruleId: 'description/not-openapi', severity: 'error', message, pointer: '', ...place }]);
  }
  await bundleDescription({ file, folders }, loaded, document);
  return document;
}

function isDescription(value: unknown): value is OpenApiDocument {
  return (
    isObject(value) &&
    typeof value.openapi === 'string' &&
    value.openapi.startsWith('3.1.') &&
    isObject(value.info) &&
    typeof value.info.title === 'string' &&
    typeof value.info.version === 'string'
  );
}
