import { isObject } from './objects.js';

const mostPaths = 16;

/**
 * Lists the paths of servers without a slash at the end, which clients can use as a prefix: the defaults of their
 * variables first, then each combination of described values.
 */
export function listBasePaths(servers: unknown): string[] {
  const all: unknown[] = Array.isArray(servers) ? servers : [];
  const paths = all.filter(isObject).map(listPathsOf);
  // The defaults of all servers precede any other combination.
  const ordered = [...paths.flatMap(([usual]) => usual ?? []), ...paths.flatMap((each) => each.slice(1))];
  return [...new Set(ordered)].slice(0, mostPaths);
}

function listPathsOf({ url, variables }: Readonly<Record<string, unknown>>): string[] {
  if (typeof url !== 'string') return [];
  const template = url.replace(/^(?:[a-z{][\w+.{}-]*:)?\/\/[^/]*/i, '').replace(/[?#].*$/, '');
  if (!template.startsWith('/')) return [];
  let paths = [template];
  for (const [braces, name = ''] of template.matchAll(/\{([^{}]*)\}/g)) {
    const values = listValues(isObject(variables) ? variables[name] : undefined);
    paths = values.flatMap((value) => paths.map((path) => path.replace(braces, () => value))).slice(0, mostPaths);
  }
  return paths.map((path) => path.replace(/\/{2,}/g, '/').replace(/\/$/, ''));
}

function listValues(variable: unknown): string[] {
  if (!isObject(variable)) return [''];
  const others: unknown[] = Array.isArray(variable['enum']) ? variable['enum'] : [];
  const { default: usual = others[0] ?? '' } = variable;
  return [...new Set([usual, ...others].map(String))];
}
