import { getFirstSegment, type Operation, parameterSegment } from '@understudy/contract';
import type { Simulator } from '../simulator.js';
import { isControlPath } from '../transport/sandbox-address.js';
import { createRoute, findHandler, type Route } from './route.js';

interface RoutesOptions {
  readonly simulators: Iterable<Simulator>;
  readonly control: Simulator;
  readonly controlNeedsToken: boolean;
  readonly messageBytes: number;
}

/** The operation for a method and path. If there is none, `simulator` responds. */
export type RouteMatch =
  | { readonly kind: 'route'; readonly route: Route; readonly path: Readonly<Record<string, string>> }
  | { readonly kind: 'wrong-method'; readonly simulator: Simulator; readonly allow: readonly string[] }
  | { readonly kind: 'unknown-path' | 'malformed-path'; readonly simulator: Simulator };

/** The routes of all operations. Each is created on first use. */
export class RouteTable {
  readonly #options: Omit<RoutesOptions, 'simulators'>;
  readonly #byOperation = new Map<Operation, Route>();
  readonly #simulators = new Map<string, Simulator[]>();
  /** Cached, because the host looks up the route before it reads the body, and clients repeat requests. */
  #latest: { readonly method: string; readonly path: string; readonly match: RouteMatch } | undefined = undefined;

  /** @throws Error if an operation has no handler */
  constructor({ simulators, ...options }: RoutesOptions) {
    this.#options = options;
    for (const simulator of [...simulators, options.control]) {
      const { operationIds, firstSegments } = simulator.contract.index;
      for (const operationId of operationIds) findHandler(simulator, operationId);
      for (const segment of firstSegments) {
        this.#simulators.set(segment, [...(this.#simulators.get(segment) ?? []), simulator]);
      }
    }
  }

  /** @param path without the sandbox prefix and query */
  match(method: string, path: string): RouteMatch {
    const latest = this.#latest;
    if (latest !== undefined && latest.method === method && latest.path === path) return latest.match;
    const match = this.#find(method, path);
    this.#latest = { method, path, match };
    return match;
  }

  #find(method: string, path: string): RouteMatch {
    const candidates = [
      ...(this.#simulators.get(asDescribed(getFirstSegment(path))) ?? []),
      ...(this.#simulators.get(parameterSegment) ?? []),
    ];
    let wrongMethod: Simulator | undefined;
    let malformed = false;
    const allow = new Set<string>();
    for (const simulator of candidates) {
      const match = simulator.contract.match(method, path);
      if (match.kind === 'operation' && isServed(simulator, match.operation)) {
        return { kind: 'route', route: this.#routeOf(simulator, match.operation), path: match.path };
      }
      if (match.kind === 'malformed-path') malformed = true;
      if (match.kind !== 'wrong-method') continue;
      wrongMethod = simulator;
      for (const allowed of match.allow) allow.add(allowed);
    }
    const simulator = wrongMethod ?? candidates[0] ?? this.#options.control;
    if (malformed) return { kind: 'malformed-path', simulator };
    if (wrongMethod !== undefined) return { kind: 'wrong-method', simulator, allow: [...allow].sort() };
    return { kind: 'unknown-path', simulator };
  }

  #routeOf(simulator: Simulator, operation: Operation): Route {
    const known = this.#byOperation.get(operation);
    if (known !== undefined) return known;
    const route = createRoute(simulator, operation, {
      ...this.#options,
      isControl: simulator === this.#options.control,
    });
    this.#byOperation.set(operation, route);
    return route;
  }

  /** Returns the maximum body size in bytes; 0 without an operation. */
  mostBytes(method: string, path: string): number {
    const match = this.match(method, path);
    return match.kind === 'route' ? match.route.mostBytes : 0;
  }
}

/** Returns whether an operation is served. If an id is repeated, only the first operation is. */
function isServed({ contract }: Simulator, operation: Operation): boolean {
  return contract.operations.get(operation.operationId) === operation;
}

/**
 * Decodes an encoded path segment. Control plane paths must be literal, because the access policy checks the raw URL.
 */
function asDescribed(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    const decoded = decodeURI(segment);
    return isControlPath(decoded) ? segment : decoded;
  } catch {
    return segment;
  }
}
