import { bundleDescription } from './bundle-description.js';
import { ContractError, createErrorFinding } from './finding.js';
import { loadYaml } from './load-yaml.js';
import { isObject } from './objects.js';
import type { OpenApiDocument } from './open-api-document.js';
import { copyWithSources, locateSource } from './source-locations.js';

/**
 * Loads an OpenAPI 3.1 description and bundles its relative file `$ref`s. Components of other files become components,
 * path items are inlined, and cycles stay references.
 *
 * @param folders additional folders that references can point to
 * @throws ContractError for a missing file or target, two components with the same name, or another format. Findings
 * have file and line
 */
export async function loadDescription(file: string, folders: readonly string[] = []): Promise<OpenApiDocument> {
  const loaded = await loadYaml(file);
  const document = copyWithSources(loaded);
  if (!isDescription(document)) {
    const message =
      'The file is not an OpenAPI 3.1 description: it needs openapi: 3.1.x and info with title and version.';
    const place = { file, ...locateSource(document, '/openapi') };
    throw new ContractError([createErrorFinding('description/not-openapi', message, '', place)]);
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
