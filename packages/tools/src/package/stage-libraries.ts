import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { transformSync } from 'esbuild';
import { parse, parseDocument } from 'yaml';
import { packageFolders, root } from '../steps.mjs';

/** An import of the workspace, in a module or a declaration. */
const workspaceImport = /(from\s*|import\s*\(?\s*)(["'])(@understudy\/[a-z-]+)(\/[a-z./-]+)?\2/g;

/** Only `start --data` and `work` need them. Users who store data install them separately. */
export const storage = ['libsql', 'pg'];

/** A package of the workspace. `folder`: its name in `packages/`. */
export interface WorkspacePackage {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly files: readonly string[];
  readonly exports: Readonly<Record<string, { readonly types?: string; readonly default?: string } | string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  /** Libraries that the build bundles into the package. */
  readonly bundled?: readonly string[];
}

/**
 * Copies built packages to `lib/<folder>` of the published package. Imports between them become relative, which every
 * runtime, bundler and TypeScript module resolution supports.
 *
 * @param declarations folder of the generated declarations of `packages/`
 * @throws Error for a workspace import without a target
 */
export function stageLibraries(
  stage: string,
  packages: ReadonlyMap<string, WorkspacePackage>,
  declarations: string,
): void {
  for (const { folder, files, name, version } of packages.values()) {
    const from = join(root, 'packages', folder);
    const to = join(stage, 'lib', folder);
    for (const each of files) {
      if (existsSync(join(from, each)))
        cpSync(join(from, each), join(to, each), { recursive: true, filter: isShipped });
    }
    dropStaleChunks(join(to, 'dist'));
    // The console is a page and has no declarations.
    const declared = join(declarations, folder, 'src');
    if (existsSync(declared)) cpSync(declared, join(to, 'dist'), { recursive: true });
    // The package uses this file to locate its assets and to read its version.
    writeFileSync(join(to, 'package.json'), `${JSON.stringify({ name, version, type: 'module' }, undefined, 2)}\n`);
  }
  for (const file of filesOf(join(stage, 'lib'))) if (/\.(js|ts)$/.test(file)) rewriteImports(file, stage, packages);
  stageAssets(join(stage, 'lib', 'understudy', 'assets'));
  stageApiPages(join(stage, 'lib', 'understudy', 'api-pages'));
  for (const file of filesOf(join(stage, 'lib'))) {
    if (file.endsWith('.json') && basename(file) !== 'package.json') withoutIndentation(file);
    if (file.endsWith('.yaml')) indentLess(file);
  }
}

/** Deletes unused chunks, because a build from the cache leaves those of earlier builds. */
function dropStaleChunks(dist: string): void {
  if (!existsSync(dist)) return;
  const unmet = new Set(readdirSync(dist).filter((name) => /^chunk-.*\.js$/.test(name)));
  const open = filesOf(dist).filter((file) => file.endsWith('.js') && !unmet.has(basename(file)));
  for (const file of open) {
    for (const [name] of readFileSync(file, 'utf8').matchAll(/chunk-[\w-]+\.js/g)) {
      if (unmet.delete(name)) open.push(join(dist, name));
    }
  }
  for (const name of unmet) rmSync(join(dist, name));
}

/** Copies two files of the API page library and its licence. Its dependencies are not needed. */
function stageApiPages(to: string): void {
  const from = join(root, 'node_modules', 'swagger-ui-dist');
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css', 'NOTICE']) {
    cpSync(join(from, name), join(to, name));
  }
  cpSync(join(from, 'LICENSE'), join(to, 'swagger-ui.LICENSE'));
}

/** Copies contracts, scenarios and the fixtures that the server or a scenario reads, without their source data. */
function stageAssets(assets: string): void {
  for (const folder of ['specs', 'scenarios']) {
    cpSync(join(root, folder), join(assets, folder), { recursive: true, filter: isShipped });
  }
  const fixtures = join(root, 'fixtures');
  cpSync(join(fixtures, 'overlays'), join(assets, 'fixtures', 'overlays'), { recursive: true });
  for (const api of readdirSync(fixtures)) {
    for (const folder of ['seeds', 'scenarios', 'requests', 'invoices']) {
      const from = join(fixtures, api, folder);
      if (existsSync(from)) cpSync(from, join(assets, 'fixtures', api, folder), { recursive: true, filter: isShipped });
    }
  }
}

/** JSON strings never span lines, so the content does not change. */
function withoutIndentation(file: string): void {
  const lines = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, lines.map((line) => line.trim()).join(''));
}

/** Reduces the indentation, which is a sixth of a scenario. @throws Error if the content would change */
function indentLess(file: string): void {
  const text = readFileSync(file, 'utf8');
  const written = parseDocument(text).toString({
    indent: 1,
    indentSeq: false,
    lineWidth: 0,
    flowCollectionPadding: false,
  });
  if (!isDeepStrictEqual(parse(written), parse(text))) throw new Error(`${file} cannot be indented less`);
  if (written.length < text.length) writeFileSync(file, written);
}

/** Excludes sources, tests, source maps and fixture scripts, and declarations, which are generated separately. */
function isShipped(path: string): boolean {
  const name = path.split(sep).at(-1) ?? '';
  return !/\.map$|\.test\.|\.mjs$|\.ts$|^testing$/.test(name);
}

/** Removes declarations that cannot be reached from any of the entries (files under `stage`). */
export function dropUnreached(stage: string, entries: readonly string[]): void {
  const reached = new Set<string>();
  const follow = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?["'](\.[^"']+)["']/g)) {
      const declared = join(dirname(file), path).replace(/\.js$/, '.d.ts');
      if (existsSync(declared)) follow(declared);
    }
  };
  for (const entry of entries) follow(join(stage, entry));
  for (const file of filesOf(join(stage, 'lib'))) if (file.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
}

/** @returns the path of every file in a folder */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function rewriteImports(file: string, stage: string, packages: ReadonlyMap<string, WorkspacePackage>): void {
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n').map((line) => {
    // Do not change examples in comments.
    if (/^\s*(\*|\/\/)/.test(line)) return line;
    return line.replaceAll(workspaceImport, (_all, before: string, quote: string, name: string, subpath = '') => {
      const found = packages.get(name);
      const target = found?.exports[`.${subpath}`];
      if (found === undefined || target === undefined) throw new Error(`${file} imports ${name}${subpath}`);
      const path = typeof target === 'string' ? target : target.default;
      if (path === undefined) throw new Error(`${name}${subpath} has no default export`);
      const to = relative(dirname(file), join(stage, 'lib', found.folder, path))
        .split(sep)
        .join('/');
      return `${before}${quote}${to.startsWith('.') ? to : `./${to}`}${quote}`;
    });
  });
  const written = lines.join('\n').replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n');
  // Whitespace is a quarter of a module. Names and lines remain readable in stack traces.
  const shipped = file.endsWith('.d.ts')
    ? withTabs(written)
    : transformSync(written, { minifyWhitespace: true, minifySyntax: true, lineLimit: 160 }).code;
  if (shipped !== text) writeFileSync(file, shipped);
}

/** Indents declarations with tabs, because spaces are a third of their size. */
export function withTabs(declarations: string): string {
  return declarations.replaceAll(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4));
}

export function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Returns the command line's package and all workspace packages that it needs, by name. */
export function shippedPackages(): ReadonlyMap<string, WorkspacePackage> {
  const all = new Map<string, WorkspacePackage>();
  for (const folder of packageFolders()) {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'));
    all.set(manifest.name, { dependencies: {}, exports: {}, files: [], ...manifest, folder });
  }
  const shipped = new Map<string, WorkspacePackage>();
  const add = (name: string) => {
    const found = all.get(name);
    if (found === undefined || shipped.has(name)) return;
    shipped.set(name, found);
    Object.keys(found.dependencies).forEach(add);
  };
  add('api-understudy');
  return shipped;
}
