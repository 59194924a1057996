import type { Operation } from './operation.js';

/** What a server asks of every description before a request comes. The build keeps it beside the description. */
export interface ContractIndex {
  /** First segments of all paths, such as `/v1`; {@link anySegment} for those that begin with a parameter. */
  readonly firstSegments: readonly string[];
  readonly operationIds: readonly string[];
}

/** Stands for the first segment of paths that begin with a parameter. */
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

/** The paths at which an operation is served beside its own: `x-also-at`. */
export function otherPaths({ extensions }: Pick<Operation, 'extensions'>): string[] {
  const paths = extensions['x-also-at'];
  return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
}
