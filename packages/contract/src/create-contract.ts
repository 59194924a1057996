import { type ApiContract, createContractIndex, listAliasPaths } from './api-contract.js';
import { checkDescription } from './check-description.js';
import { DescribedOperation } from './described-operation.js';
import { ContractError, createErrorFinding, type Finding } from './finding.js';
import { encodeFragment, joinPointer, resolveReference } from './json-pointer.js';
import { isObject } from './objects.js';
import type { OpenApiDocument } from './open-api-document.js';
import type { Operation } from './operation.js';
import { OperationRouter } from './operation-router.js';
import type { CompiledCheck } from './schema-compiler.js';
import { SchemaCompilers } from './schema-compilers.js';
import { httpMethods } from './walk-document.js';

/**
 * Indexes a description without compiling its schemas. A faulty description is indexed as far as possible, and
 * `checkDescription` of the result lists its errors.
 *
 * `x-trailing-slash: optional` at the root also serves every path with a trailing slash. `x-also-at: [/other/path]` on
 * an operation serves it there too. `x-also-post: true` on a GET also serves it as a POST with the query in the body.
 *
 * @param name of the API, such as `inventory`
 * @param document self-contained, as `loadDescription` returns it
 * @param onBroken receives each uncompilable schema on first use; the schema then accepts any value. Default: throws
 * @param timeoutMs time limit for validating one value with an expensive schema. Exceeding it is a finding with {@link
 * timeoutRuleSuffix}. Default: unlimited
 */
export function createContract(
  name: string,
  document: OpenApiDocument,
  onBroken?: (finding: Finding) => void,
  timeoutMs?: number,
): ApiContract {
  const compilers = new SchemaCompilers(document, onBroken, timeoutMs);
  const router = new OperationRouter(document['x-trailing-slash'] === 'optional');
  const operations = new Map<string, Operation>();
  const all = [...readOperations(name, compilers)];
  const add = (operation: Operation, path: string): void => {
    router.add(operation, path);
    if (operation.extensions['x-also-post'] === true) router.add(operation, path, 'POST');
  };
  // An operation's own path takes precedence over an equal alias of another operation.
  for (const operation of all) add(operation, operation.path);
  for (const operation of all) for (const path of listAliasPaths(operation)) add(operation, path);
  for (const operation of all) {
    if (!operations.has(operation.operationId)) operations.set(operation.operationId, operation);
  }
  const validators = new Map<string, CompiledCheck>();
  return {
    name,
    document,
    operations,
    index: createContractIndex(operations),
    match: (method, path) => router.match(method, path),
    validator: (schema) => {
      const check =
        typeof schema === 'string'
          ? (validators.get(schema) ?? compileComponent(compilers, schema))
          : compilers.compile('plain', schema, 'schema/', '');
      if (typeof schema === 'string') validators.set(schema, check);
      return (value) => {
        const findings: Finding[] = [];
        check(value, '', findings);
        return findings;
      };
    },
    checkDescription: () => checkDescription(document),
  };
}

function* readOperations(api: string, compilers: SchemaCompilers): Generator<Operation> {
  const { document } = compilers;
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    const pathItem = resolveReference(document, item);
    if (!path.startsWith('/') || pathItem === undefined) continue;
    for (const method of httpMethods) {
      const node = pathItem[method];
      if (isObject(node)) yield new DescribedOperation(compilers, { api, path, method, pathItem, node });
    }
  }
}

function compileComponent(compilers: SchemaCompilers, schemaName: string): CompiledCheck {
  const pointer = joinPointer('/components/schemas', schemaName);
  const schemas = compilers.document.components?.schemas;
  if (!isObject(schemas) || !Object.hasOwn(schemas, schemaName)) {
    const message = `There is no schema ${schemaName} in the components of ${compilers.document.info.title}.`;
    throw new ContractError([createErrorFinding('description/unknown-schema', message, pointer)]);
  }
  return compilers.compile('plain', { $ref: `#${encodeFragment(pointer)}` }, 'schema/', pointer);
}
