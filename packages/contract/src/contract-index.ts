import type { Operation } from './operation.js';

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
