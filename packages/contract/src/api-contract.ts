import type { ContractIndex } from './contract-index.js';
import type { Finding } from './finding.js';
import type { JsonSchema, OpenApiDocument } from './open-api-document.js';
import type { Operation, OperationMatch } from './operation.js';

/** An indexed API description. Schemas are compiled on first use. */
export interface ApiContract {
  readonly name: string;
  readonly document: OpenApiDocument;
  readonly index: ContractIndex;
  /** Operations by operationId. */
  readonly operations: ReadonlyMap<string, Operation>;
  /**
   * Finds the operation of a method and a path without query. Path parameters are percent-decoded. Case is exact, and
   * so are trailing slashes without `x-trailing-slash: optional` at the root. HEAD and OPTIONS must be described.
   */
  match(method: string, path: string): OperationMatch;
  /**
   * Returns the validator for `components.schemas.<schemaName>`, or for a schema that refers to the description. Its
   * pointers start at the value.
   *
   * @throws ContractError for a missing or invalid schema
   */
  validator(schema: string | JsonSchema): (value: unknown) => Finding[];
  /** Checks the description itself: operationIds, path parameters, `$ref`s, schemas that do not compile, and more. */
  checkDescription(): Finding[];
}
