import { readFileSync } from 'node:fs';
import { type ApiContract, type ContractIndex, createContract, type OpenApiDocument } from '@understudy/contract';

/**
 * The bundled contract of an API. The full description is parsed on first use, because parsing all takes a third of
 * the startup.
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
