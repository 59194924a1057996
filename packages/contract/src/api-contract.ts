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
   * Finds the operation for a method and a path without query. Path parameters are percent-decoded. Case must match,
   * and so must trailing slashes unless the root has `x-trailing-slash: optional`. HEAD and OPTIONS must be described.
   */
  match(method: string, path: string): OperationMatch;
  /**
   * Returns the validator for `components.schemas.<schemaName>`, or for a schema that refers to the description.
   * Pointers in findings start at the value.
   *
   * @throws ContractError for a missing or invalid schema
   */
  validator(schema: string | JsonSchema): (value: unknown) => Finding[];
  /** Checks the description itself: operationIds, path parameters, `$ref`s, schemas that do not compile, and more. */
  checkDescription(): Finding[];
}

/** Facts about a description that a server needs at startup. The build stores them next to the description. */
export interface ContractIndex {
  /** The first segments of all paths, such as `/v1`, and {@link parameterSegment}. */
  readonly firstSegments: readonly string[];
  readonly operationIds: readonly string[];
}

/** Stands for the first segment of paths that start with a parameter. */
export const parameterSegment = '/{}';

export function createContractIndex(operations: ReadonlyMap<string, Operation>): ContractIndex {
  const paths = [...operations.values()].flatMap((operation) => [operation.path, ...listAliasPaths(operation)]);
  const segments = paths.map(getFirstSegment).map((segment) => (segment.includes('{') ? parameterSegment : segment));
  return { firstSegments: [...new Set(segments)], operationIds: [...operations.keys()] };
}

/** Returns a path up to its second slash: `/v1` of `/v1/invoices`. */
export function getFirstSegment(path: string): string {
  const end = path.indexOf('/', 1);
  return end === -1 ? path : path.slice(0, end);
}

/** Lists the other paths of an operation (`x-also-at`). */
export function listAliasPaths({ extensions }: Pick<Operation, 'extensions'>): string[] {
  const paths = extensions['x-also-at'];
  return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
}
