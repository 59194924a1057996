import { readFileSync } from 'node:fs';
import { type ApiContract, type ContractIndex, createContract, type OpenApiDocument } from '@understudy/contract';

/** Where the build has put what it bundles of an API's description. */
export interface BundledContract {
  readonly name: string;
  readonly index: ContractIndex;
  /** `import.meta.url` of the caller, in `src/` or `dist/` of its package. */
  readonly from: string;
  /** Path of the bundled `contract.json` from there. */
  readonly path: string;
}

/**
 * The contract that the build bundles into an API's package. The description is read when something more than the index
 * is asked for: to parse those of all APIs is a third of a start, and mostly one or two of them are called.
 */
export function loadBundledContract({ name, index, from, path }: BundledContract): ApiContract {
  let read: ApiContract | undefined;
  const contract = () => {
    read ??= createContract(name, parse(new URL(path, from)));
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
    match: (method, pathname) => contract().match(method, pathname),
    validator: (schemaName) => contract().validator(schemaName),
    checkDescription: () => contract().checkDescription(),
  };
}

function parse(file: URL): OpenApiDocument {
  return JSON.parse(readFileSync(file, 'utf8'));
}
