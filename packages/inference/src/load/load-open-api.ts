import {
  ContractError,
  type Finding,
  isObject,
  loadUntidyDescription,
  type OpenApiDocument,
} from '@understudy/contract';
import { DescriptionWarnings } from '@understudy/model';
import type { DescriptionReader } from './description-reader.js';
import { cutCircularReferences, normalizeDiscriminators } from './normalize-discriminators.js';
import { normalizeDocument } from './normalize-document.js';
import { normalizeImpossible } from './normalize-impossible.js';
import { normalizeSharedMembers } from './normalize-shared-members.js';
import { prepareUpgrade } from './prepare-upgrade.js';

/** A description that was completed for a simulator. */
export interface ServedDescription {
  readonly kind: 'served';
  readonly document: OpenApiDocument;
  readonly warnings: DescriptionWarnings;
}

/** A description with only the parts that its author wrote. */
export interface WrittenDescription {
  readonly kind: 'written';
  readonly document: OpenApiDocument;
}

/**
 * Loads an OpenAPI description of any version and quality as OpenAPI 3.1, adds missing parts for a simulator, and warns
 * about unsupported parts.
 *
 * @param file OpenAPI 2.0, 3.0, 3.1 or 3.2, in JSON or YAML
 * @param folders additional folders for its references
 * @throws ContractError if the file cannot be read, or is not an OpenAPI description
 */
export async function loadOpenApi(file: string, folders: readonly string[] = []): Promise<ServedDescription> {
  const { document, warnings } = await load(file, folders, 'simulator');
  return { kind: 'served', document, warnings };
}

/**
 * Loads an OpenAPI description like {@link loadOpenApi}, but with only the parts that its author wrote, for checking
 * other descriptions or APIs against it. It shares nothing with other results.
 *
 * @throws ContractError if the file cannot be read, or is not an OpenAPI description
 */
export async function loadWrittenOpenApi(file: string, folders: readonly string[] = []): Promise<WrittenDescription> {
  return { kind: 'written', document: (await load(file, folders, 'judge')).document };
}

async function load(file: string, folders: readonly string[], reader: DescriptionReader) {
  const { document, findings } = await loadUntidyDescription(file, (loaded) => toVersion3(file, loaded), folders);
  const warnings = new DescriptionWarnings(document);
  for (const finding of findings) warnings.take(finding);
  const schemas = normalizeDocument(document, warnings, reader);
  cutCircularReferences(document, schemas);
  normalizeDiscriminators(document, schemas);
  normalizeSharedMembers(document, schemas);
  normalizeImpossible(document, schemas, warnings);
  return { document, warnings };
}

async function toVersion3(file: string, loaded: Record<string, unknown>): Promise<OpenApiDocument> {
  const version = String(loaded.openapi ?? loaded.swagger ?? '');
  if (/^2(\.|$)/.test(version)) {
    const { upgradeFromTwoToThree } = await import('@scalar/openapi-upgrader/2.0-to-3.0');
    prepareUpgrade(loaded);
    const upgraded: unknown = upgradeFromTwoToThree(loaded);
    if (isDescription(upgraded)) return upgraded;
  }
  if (/^3\.[0-2](\.|$)/.test(version)) {
    loaded.openapi = version;
    if (typeof loaded.$self === 'string') referToSelf(loaded, loaded.$self);
    if (isDescription(loaded)) return loaded;
  }
  const said = version === '' ? 'has neither an "openapi" nor a "swagger" member' : `has version ${version}`;
  const message = `The file is not a supported OpenAPI description: it ${said}. Supported versions: 2.0, 3.0, 3.1 and 3.2.`;
  const finding: Finding = { ruleId: 'description/not-openapi', severity: 'error', message, pointer: '', file };
  throw new ContractError([finding]);
}

/** Rewrites references by the description's own URL (`$self`) to local references. */
function referToSelf(node: unknown, self: string): void {
  if (typeof node !== 'object' || node === null) return;
  const reference: unknown = Reflect.get(node, '$ref');
  if (typeof reference === 'string' && reference.startsWith(`${self}#`))
    Reflect.set(node, '$ref', reference.slice(self.length));
  for (const inner of Object.values(node)) referToSelf(inner, self);
}

function isDescription(value: unknown): value is OpenApiDocument {
  return isObject(value) && typeof value.openapi === 'string';
}
