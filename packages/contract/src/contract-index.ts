import type { Operation } from './operation.js';

/** Facts about a description that a server needs at its start. The build stores them beside the description. */
export interface ContractIndex {
  /** The first segments of all paths, such as `/v1`, and {@link anySegment}. */
  readonly firstSegments: readonly string[];
  readonly operationIds: readonly string[];
}

/** The first segment of paths that start with a parameter. */
export const anySegment = '/{}';

/** The index of the operations of one description. */
export function indexOf(operations: ReadonlyMap<string, Operation>): ContractIndex {
  const paths = [...operations.values()].flatMap((operation) => [operation.path, ...otherPaths(operation)]);
  const segments = paths.map(firstSegment).map((segment) => (segment.includes('{') ? anySegment : segment));
  return { firstSegments: [...new Set(segments)], operationIds: [...operations.keys()] };
}

/** A path up to its second slash: `/v1` of `/v1/invoices`. */
export function firstSegment(path: string): string {
  const end = path.indexOf('/', 1);
  return end === -1 ? path : path.slice(0, end);
}

/** Other paths of an operation: `x-also-at`. */
export function otherPaths({ extensions }: Pick<Operation, 'extensions'>): string[] {
  const paths = extensions['x-also-at'];
  return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
}
