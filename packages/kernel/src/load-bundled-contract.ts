import { readFileSync } from 'node:fs';
import { type ApiContract, createContract, type OpenApiDocument } from '@understudy/contract';

/**
 * Reads the contract that the build bundles from an API's description into its package.
 *
 * @param from `import.meta.url` of the caller, in `src/` or `dist/` of its package
 * @param relative path of the bundled `contract.json` from there
 */
export function loadBundledContract(name: string, from: string, relative: string): ApiContract {
  const document: OpenApiDocument = JSON.parse(readFileSync(new URL(relative, from), 'utf8'));
  return createContract(name, document);
}
