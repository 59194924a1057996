import findMyWay from 'find-my-way';
import type { Match, Operation } from './operation.js';

interface Route {
  /** By upper-case method, with the template's parameter names in order. */
  byMethod: Map<string, { operation: Operation; names: string[] }>;
  allow: string[];
}

/** Finds operations by method and path. Literal segments win over parameters, as OpenAPI demands. */
export class Router {
  private readonly routes = new Map<string, Route>();
  private readonly router = findMyWay({
    caseSensitive: true,
    ignoreTrailingSlash: false,
    maxParamLength: 1_000_000,
    querystringParser: () => undefined,
  });

  /** @param trailingSlash whether a path with one slash more at its end is the same path */
  constructor(private readonly trailingSlash = false) {}

  /** An operation whose method and path shape are taken already is left out. */
  add(operation: Operation, path = operation.path): void {
    const names: string[] = [];
    const pattern = path
      .replaceAll(':', '::')
      .replace(/\{([^{}]*)\}/g, (_template, name: string) => `:p${names.push(name) - 1}`);
    let route = this.routes.get(pattern);
    if (route === undefined) {
      route = { byMethod: new Map(), allow: [] };
      this.routes.set(pattern, route);
      // One tree for all methods: which methods a path knows is then part of the answer.
      this.router.on('GET', pattern, () => undefined, route);
    }
    if (!route.byMethod.has(operation.method)) {
      route.byMethod.set(operation.method, { operation, names });
      route.allow = [...route.byMethod.keys()].sort();
    }
  }

  match(method: string, given: string): Match {
    const path = this.trailingSlash && given.length > 1 && given.endsWith('/') ? given.slice(0, -1) : given;
    if (path.includes('%') && !isWellEncoded(path)) {
      return { kind: 'malformed-path' };
    }
    const found = path.startsWith('/') ? this.router.find('GET', path) : null;
    if (found === null) {
      return { kind: 'unknown-path' };
    }
    // An empty segment is no parameter: /data/ is not /data/{id}.
    for (const name in found.params) {
      if (found.params[name] === '') {
        return { kind: 'unknown-path' };
      }
    }
    const route: Route = found.store;
    const entry = route.byMethod.get(method);
    if (entry === undefined) {
      return { kind: 'wrong-method', allow: [...route.allow] };
    }
    const parameters: Record<string, string> = {};
    entry.names.forEach((name, index) => {
      parameters[name] = found.params[`p${index}`] ?? '';
    });
    return { kind: 'operation', operation: entry.operation, path: parameters };
  }
}

function isWellEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
