import findMyWay from 'find-my-way';
import { decodePercent } from './decode-text.js';
import type { Operation, OperationMatch } from './operation.js';

/**
 * Matches a segment that mixes literals and parameters, such as `{id}:cancel`, or has characters special to the router.
 */
const mixedSegment = /\/(?![^/{}*()]*(?:\/|$))(?!\{[^/{}]*\}(?:\/|$))/;

interface Route {
  /** Matches paths of a route that the router library cannot match, and captures its parameters in order. */
  pattern?: RegExp;
  /** Operations by upper-case method, with the template's parameter names in order. */
  byMethod: Map<string, { operation: Operation; names: string[] }>;
  allow: string[];
}

/** Finds operations by method and path. Literal segments take precedence over parameters, as OpenAPI requires. */
export class OperationRouter {
  private readonly routes = new Map<string, Route>();
  private readonly mixed: Route[] = [];
  /** Created on the first lookup, because it compiles each of its nodes, and many contracts are never used. */
  private tree: ReturnType<typeof findMyWay> | undefined;

  /** @param trailingSlash whether trailing slashes are optional */
  constructor(private readonly trailingSlash = false) {}

  add(operation: Operation, path = operation.path, method = operation.method): void {
    const names: string[] = [];
    const pattern = path
      .replaceAll(':', '::')
      .replace(/\{([^{}]*)\}/g, (_template, name: string) => `:p${names.push(name) - 1}`);
    let route = this.routes.get(pattern);
    if (route === undefined) {
      route = { byMethod: new Map(), allow: [] };
      this.routes.set(pattern, route);
      if (mixedSegment.test(path)) {
        route.pattern = patternOf(path);
        this.mixed.push(route);
      } else {
        this.tree = undefined;
      }
    }
    if (!route.byMethod.has(method)) {
      route.byMethod.set(method, { operation, names });
      route.allow = [...route.byMethod.keys()].sort();
    }
  }

  match(method: string, given: string): OperationMatch {
    const path = this.trailingSlash && given.length > 1 && given.endsWith('/') ? given.slice(0, -1) : given;
    if (path.includes('%') && decodePercent(path) === undefined) return { kind: 'malformed-path' };
    const decoded = path.includes('%') ? path.replace(/%[0-9a-f]{2}/gi, decodeIfPlain) : path;
    const { route, values } = this.find(decoded) ?? {};
    // An empty segment is not a parameter: /data/ is not /data/{id}.
    if (route === undefined || values === undefined || values.includes('')) return { kind: 'unknown-path' };
    const entry = route.byMethod.get(method);
    if (entry === undefined) return { kind: 'wrong-method', allow: [...route.allow] };
    const parameters: Record<string, string> = {};
    entry.names.forEach((name, index) => {
      parameters[name] = values[index] ?? '';
    });
    return { kind: 'operation', operation: entry.operation, path: parameters };
  }

  private find(path: string): { route: Route; values: string[] } | undefined {
    this.tree ??= this.createTree();
    const found = path.startsWith('/') ? this.tree.find('GET', path) : null;
    const inTree = found === null ? undefined : { route: found.store as Route, values: valuesOf(found.params) };
    if (this.mixed.length === 0 || inTree?.values.length === 0) return inTree;
    for (const route of this.mixed) {
      const match = route.pattern?.exec(path);
      // Two parameters without a separator can split an escape sequence.
      const values = match?.slice(1).map(decodePercent);
      if (values?.every((value) => value !== undefined)) return { route, values };
    }
    return inTree;
  }

  private createTree(): ReturnType<typeof findMyWay> {
    const tree = findMyWay({
      caseSensitive: true,
      ignoreTrailingSlash: false,
      maxParamLength: 1_000_000,
      querystringParser: () => undefined,
    });
    for (const [pattern, route] of this.routes) {
      // A single tree serves all methods, so that a match includes all methods of the path.
      if (route.pattern === undefined) tree.on('GET', pattern, () => undefined, route);
    }
    return tree;
  }
}

function valuesOf(parameters: Readonly<Record<string, string | undefined>>): string[] {
  const values: string[] = [];
  for (let index = 0; parameters[`p${index}`] !== undefined; index += 1) values.push(parameters[`p${index}`] ?? '');
  return values;
}

function patternOf(path: string): RegExp {
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const parts = path.split(/\{[^{}]*\}/).map(literal);
  return new RegExp(`^${parts.join('([^/]+?)')}$`);
}

/** Decodes an unnecessarily escaped character of a path segment: `%40me` means `@me`. */
function decodeIfPlain(code: string): string {
  const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
  return /[\w.~!$&'()*+,;=:@-]/.test(character) ? character : code;
}
