import { dirname } from 'node:path';

/** An import, with paths from the root. An import of a package by name is an import of `packages/<name>`. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** The imports of each node, each with the line that reports the import. */
type Graph = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The packages that each package can import. It can also import their imports. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  'engine-anomaly': [],
  'engine-forecasting': [],
  'engine-invoicing': [],
  'engine-rostering': [],
  console: [],
  kernel: ['contract'],
  persistence: ['kernel'],
  server: ['kernel'],
  model: ['kernel'],
  inference: ['model'],
  described: ['inference'],
  learning: ['described'],
  proving: ['described'],
  'simulator-identity': ['kernel'],
  'simulator-analysis': ['simulator-identity'],
  'simulator-inventory': ['simulator-analysis', 'engine-forecasting'],
  'simulator-time': ['simulator-analysis', 'engine-anomaly'],
  'simulator-payroll': ['simulator-analysis', 'engine-anomaly'],
  'simulator-rostering': ['kernel', 'simulator-identity', 'engine-rostering'],
  'simulator-einvoicing': ['kernel', 'simulator-identity', 'engine-invoicing'],
  conformance: ['contract'],
  imports: ['conformance', 'described'],
  fuzzing: ['described'],
};

const above = ['understudy', 'examples', 'tools'];

/** Lists forbidden imports of packages or files, and import cycles of files or folders. */
export function findWrongImports(imports: readonly Import[]): string[] {
  const inside = imports.filter(({ from, to }) => packageOf(from) === packageOf(to));
  const files = graphOf(inside, (file) => [file]);
  const folders = graphOf(inside, foldersOf);
  const rings = [...ringsOf(files), ...ringsOf(folders)];
  return [
    ...imports.filter(isWrongPackage).map(({ from, to }) => `${from} imports ${to}`),
    ...rings.map((ring) => `ring of imports:\n  ${ring}`),
  ];
}

function packageOf(path: string): string {
  return path.split('/')[1] ?? '';
}

function isWrongPackage({ from, to }: Import): boolean {
  const [own, other] = [packageOf(from), packageOf(to)];
  if (own === other) return false;
  if (to !== `packages/${other}`) return true;
  const last = above.indexOf(own);
  return last < 0 ? !reachable(own).has(other) : !(other in allowed) && above.indexOf(other) !== 0;
}

function reachable(name: string): ReadonlySet<string> {
  const found = new Set(allowed[name]);
  for (const each of found) for (const next of allowed[each] ?? []) found.add(next);
  return found;
}

/** Returns the folder of a file and its parent folders, up to the package's source folder. */
function foldersOf(file: string): string[] {
  const folder = dirname(file);
  return folder.endsWith('/src') || !folder.includes('/src/') ? [folder] : [folder, ...foldersOf(folder)];
}

function graphOf(imports: readonly Import[], nodesOf: (file: string) => string[]): Graph {
  const graph = new Map<string, Map<string, string>>();
  for (const { from, to } of imports) {
    const [target = ''] = nodesOf(to);
    for (const node of nodesOf(from)) {
      if (node !== to && (target === node || target.startsWith(`${node}/`))) break;
      const edges = graph.get(node) ?? new Map<string, string>();
      if (!edges.has(target)) edges.set(target, `${from} imports ${to}`);
      graph.set(node, edges);
    }
  }
  return graph;
}

/** Returns the shortest cycle through each node, one import per line and without duplicates. */
function ringsOf(graph: Graph): string[] {
  const rings = new Set<string>();
  for (const start of graph.keys()) {
    const ways = new Map<string, string[]>([[start, []]]);
    for (const [node, way] of ways) {
      for (const [next, line] of graph.get(node) ?? []) {
        if (next === start) rings.add([...way, line].sort().join('\n  '));
        else if (!ways.has(next)) ways.set(next, [...way, line]);
      }
    }
  }
  return [...rings];
}
