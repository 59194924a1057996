import { type ApiContract, type Operation, otherPaths } from '@understudy/contract';
import { isControlPath } from '../control/control-path.js';
import type { Simulator } from '../simulator.js';
import { createRoute, type Route } from './route.js';

/** What the routes of a server hang on besides its simulators. */
export interface RoutesOptions {
  readonly simulators: Iterable<Simulator>;
  readonly control: Simulator;
  readonly controlNeedsToken: boolean;
  /** Bytes that a message to an inbox may have. */
  readonly messageBytes: number;
}

/** What a method and a path mean to a server; `simulator` is the one that answers when there is no such operation. */
export type RouteMatch =
  | { readonly kind: 'route'; readonly route: Route; readonly path: Readonly<Record<string, string>> }
  | { readonly kind: 'wrong-method'; readonly simulator: Simulator; readonly allow: readonly string[] }
  | { readonly kind: 'unknown-path' | 'malformed-path'; readonly simulator: Simulator };

/** All operations of one server, made ready once. */
export class Routes {
  readonly #control: Simulator;
  readonly #byOperation = new Map<Operation, Route>();
  /** By the first segment of their paths. */
  readonly #simulators = new Map<string, Simulator[]>();
  /** The host asks first how much to read, and clients ask for the same again and again. */
  #latest: { readonly method: string; readonly path: string; readonly match: RouteMatch } | undefined = undefined;

  /** @throws Error for an operation without a handler */
  constructor({ simulators, control, controlNeedsToken, messageBytes }: RoutesOptions) {
    this.#control = control;
    for (const simulator of [...simulators, control]) {
      const terms = { isControl: simulator === control, controlNeedsToken, messageBytes };
      for (const operation of simulator.contract.operations.values()) {
        this.#byOperation.set(operation, createRoute(simulator, operation, terms));
      }
      for (const segment of firstSegments(simulator.contract)) {
        this.#simulators.set(segment, [...(this.#simulators.get(segment) ?? []), simulator]);
      }
    }
  }

  /** @param path without the sandbox's prefix and the query */
  match(method: string, path: string): RouteMatch {
    const latest = this.#latest;
    if (latest !== undefined && latest.method === method && latest.path === path) return latest.match;
    const match = this.#find(method, path);
    this.#latest = { method, path, match };
    return match;
  }

  #find(method: string, path: string): RouteMatch {
    const candidates = [
      ...(this.#simulators.get(asDescribed(firstSegment(path))) ?? []),
      ...(this.#simulators.get(anySegment) ?? []),
    ];
    let wrongMethod: Simulator | undefined;
    let malformed = false;
    const allow = new Set<string>();
    for (const simulator of candidates) {
      const match = simulator.contract.match(method, path);
      if (match.kind === 'operation') {
        const route = this.#byOperation.get(match.operation);
        if (route !== undefined) return { kind: 'route', route, path: match.path };
      }
      if (match.kind === 'malformed-path') malformed = true;
      if (match.kind !== 'wrong-method') continue;
      wrongMethod = simulator;
      for (const allowed of match.allow) allow.add(allowed);
    }
    const simulator = wrongMethod ?? candidates[0] ?? this.#control;
    if (malformed) return { kind: 'malformed-path', simulator };
    if (wrongMethod !== undefined) return { kind: 'wrong-method', simulator, allow: [...allow].sort() };
    return { kind: 'unknown-path', simulator };
  }

  /** Bytes that the body of a request may have; 0 where no operation is, so that nothing need be read. */
  mostBytes(method: string, path: string): number {
    const match = this.match(method, path);
    return match.kind === 'route' ? match.route.mostBytes : 0;
  }
}

function firstSegments(contract: ApiContract): Set<string> {
  const paths = [...contract.operations.values()].flatMap((operation) => [operation.path, ...otherPaths(operation)]);
  return new Set(paths.map(firstSegment).map((segment) => (segment.includes('{') ? anySegment : segment)));
}

/** Stands for the first segment of paths that begin with a parameter. */
const anySegment = '/{}';

/**
 * As a description writes it: a segment of other letters than English comes encoded. The control plane is reached as it is
 * written only, because its door looks at what was sent.
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

function firstSegment(path: string): string {
  const end = path.indexOf('/', 1);
  return end === -1 ? path : path.slice(0, end);
}
