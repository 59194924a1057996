import { readFileSync } from 'node:fs';
import { type ApiContract, type ContractIndex, createContract, type OpenApiDocument } from '@understudy/contract';

/**
 * The contract that the build bundles from an API's description into its package. The description is read when something
 * more than its index, which lies beside it, is asked for: to parse those of all APIs is a third of a start, and mostly one
 * or two of them are called.
 *
 * @param from `import.meta.url` of the caller, in `src/` or `dist/` of its package
 * @param relative path of the bundled `contract.json` from there
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
  return {
    name,
    index,
    get document() {
      return contract().document;
    },
    get operations() {
      return contract().operations;
    },
    match: (method, path) => contract().match(method, path),
    validator: (schemaName) => contract().validator(schemaName),
    checkDescription: () => contract().checkDescription(),
  };
}

/** What the build has written, whose form it knows. */
function parse(file: URL) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
