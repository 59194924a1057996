import type { ContractIndex } from './contract-index.js';
import type { Finding } from './finding.js';
import type { OpenApiDocument } from './open-api-document.js';
import type { Match, Operation } from './operation.js';

/** One API's description, indexed. Cheap to create: nothing is compiled before it is used. */
export interface ApiContract {
  readonly name: string;
  readonly document: OpenApiDocument;
  readonly index: ContractIndex;
  /** By operationId. */
  readonly operations: ReadonlyMap<string, Operation>;
  /**
   * Finds the operation of a method and a path without its query. Path parameters are percent-decoded. Matching is
   * exact in case and, unless `x-trailing-slash: optional` stands at the root, in trailing slashes; HEAD and OPTIONS match only where they are described.
   */
  match(method: string, path: string): Match;
  /**
   * The validator of `components.schemas.<schemaName>`, compiled on first use. Its pointers start at the value itself.
   * @throws ContractError when there is no such schema or it cannot be compiled
   */
  validator(schemaName: string): (value: unknown) => Finding[];
  /** Checks the description itself: operationIds, path parameters, `$ref`s, schemas that do not compile, and more. */
  checkDescription(): Finding[];
}
