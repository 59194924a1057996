import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type ApiContract,
  type ContractIndex,
  createContract,
  loadDescription,
  type OpenApiDocument,
} from '@understudy/contract';
import { type EditableParts, loadEditableCollections } from './api/editable-collection.js';

/**
 * Loads the bundled contract of an API. Parses the full description on first use, because parsing all descriptions
 * takes a third of the startup time.
 * @param from `import.meta.url` of the caller
 */
export function loadBundledContract(name: string, from: string, relative: string): ApiContract {
  const file = new URL(relative, from);
  const index: ContractIndex = parse(new URL('contract-index.json', file));
  let read: ApiContract | undefined;
  const contract = () => {
    const document: OpenApiDocument = read?.document ?? parse(file);
    read ??= createContract(name, document);
    return read;
  };
  const bundled: ApiContract & EditableParts = {
    name,
    index,
    get document() {
      return contract().document;
    },
    get operations() {
      return contract().operations;
    },
    match: (method, path) => contract().match(method, path),
    validator: (schema) => contract().validator(schema),
    checkDescription: () => contract().checkDescription(),
    records: loadEditableCollections(new URL('records.json', file)),
  };
  return bundled;
}

function parse(file: URL) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Reads the contract of an API. @param file URL of its OpenAPI description @throws ContractError if it is invalid */
export async function loadContract(name: string, file: URL): Promise<ApiContract> {
  return createContract(name, await loadDescription(fileURLToPath(file)));
}
