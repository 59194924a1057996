// No rings of folders: the folders of a package import each other in one direction only. What is imported for its type
// alone does not count (esbuild leaves it out), and tests may look everywhere. Rings of files are the linter's matter.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../steps.mjs';
import { GateFailed, gate } from './gate.ts';

/** What belongs to no part of a package. */
const apart = /\.test\.tsx?$|\.d\.ts$|\/testing\/|\/generated\//;

await gate('rings', 60, async () => {
  const files = readdirSync(join(root, 'packages')).flatMap((name) => sourceFiles(join('packages', name, 'src')));
  const imports = await importsOf(files);
  const folders = new Map<string, Map<string, string>>();
  for (const [file, imported] of imports) {
    const folder = dirname(imported);
    for (let from = dirname(file); from.includes('/src'); from = dirname(from)) {
      if (isWithin(folder, from)) break;
      const edges = folders.get(from) ?? new Map<string, string>();
      if (!edges.has(folder)) edges.set(folder, `${file} imports ${imported}`);
      folders.set(from, edges);
    }
  }
  // Each of its folders begins the same ring.
  const rings = new Set([...folders.keys()].map((folder) => ringThrough(folder, folders).sort().join('\n  ')));
  rings.delete('');
  if (rings.size > 0) throw new GateFailed(`folders import each other in a ring:\n  ${[...rings].join('\n\n  ')}`);
  return `${files.length} files in ${new Set(files.map((file) => dirname(file))).size} folders, ${imports.length} imports`;
});

function sourceFiles(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return names.map((name) => join(folder, name)).filter((file) => /\.tsx?$/.test(file) && !apart.test(file));
}

/** Which file imports which, by value, within the sources of one package. */
async function importsOf(files: string[]): Promise<[file: string, imported: string][]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: files,
    outdir: 'nowhere',
    write: false,
    bundle: true,
    metafile: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    loader: { '.css': 'empty' },
    logLevel: 'error',
  });
  return Object.entries(metafile.inputs).flatMap(([file, { imports }]) =>
    apart.test(file)
      ? []
      : imports
          .filter(({ path, external }) => external !== true && isWithin(path, sourcesOf(file)) && !apart.test(path))
          .map(({ path }): [string, string] => [file, path]),
  );
}

/** The shortest way from a folder back to itself, an import a line; empty when there is none. */
function ringThrough(start: string, folders: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const ways = new Map<string, string[]>([[start, []]]);
  for (const [folder, way] of ways) {
    for (const [next, line] of folders.get(folder) ?? []) {
      if (next === start) return [...way, line];
      if (!ways.has(next)) ways.set(next, [...way, line]);
    }
  }
  return [];
}

function sourcesOf(file: string): string {
  return join(...file.split('/').slice(0, 3));
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
