import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { build, root, run } from '../steps.mjs';
import { stageEntries } from './stage-entries.ts';
import { filesOf, shippedPackages, stageLibraries, storage, type WorkspacePackage, write } from './stage-libraries.ts';

/** Licences with the same freedom of use as ours. Any other licence needs a manual review. */
const accepted = new Set([
  ...['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Python-2.0'],
  // Public domain.
  'Unlicense',
]);

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * Returns the installed dependencies according to the lockfile, as a table of package, version and licence.
 *
 * @param the package's dependencies; transitive dependencies are added
 * @param inside names of all bundled libraries
 * @throws Error for an unaccepted licence
 */
function licenceTable(dependencies: readonly string[], inside: readonly string[]): string {
  const { packages }: { packages: Readonly<Record<string, Locked>> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  const found = new Map<string, string>();
  const add = (name: string, from: string, isInside = false) => {
    const place = [`${from}/node_modules/${name}`, `node_modules/${name}`].find((path) => packages[path] !== undefined);
    const locked = place === undefined ? undefined : packages[place];
    if (place === undefined || locked === undefined || found.has(place)) return;
    const licence = locked.license ?? 'none';
    if (!accepted.has(licence))
      throw new Error(`${name} ${locked.version} has the licence "${licence}"; look at it first`);
    found.set(place, `| ${name} | ${locked.version} | ${licence} |${isInside ? ' inside |' : ' |'}`);
    if (isInside) return;
    for (const next of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })) add(next, place);
  };
  for (const name of dependencies) add(name, '');
  for (const name of inside) add(name, '', true);
  const head = ['# Licences of the packages that Understudy installs', '', '| package | version | licence | |'];
  return [...head, '|---|---|---|---|', ...[...found.values()].sort(), ''].join('\n');
}

/** An import or export from a package, in a declaration. Examples in comments do not count. */
const packageImport = /^(?!\s*(?:\*|\/\/)).*?(?:from|import)\s*\(?\s*["']([^."'][^"']*)["']/gm;

/** TypeScript's error code for "cannot find module". */
const missingModule = 2307;

/**
 * Compiles all declarations of the package, like a user's project without `skipLibCheck`.
 *
 * @param installed packages that users install with ours
 * @throws Error for a declaration that needs types from any other package, or does not compile
 */
function checkDeclarations(stage: string, installed: readonly string[]): void {
  const files = filesOf(stage).filter((file) => /\.d\.[cm]?ts$/.test(file));
  const problems = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(packageImport)].flatMap(([, name = '']) => {
      const [scope = '', own = ''] = name.split('/');
      const needed = scope.startsWith('@') ? `${scope}/${own}` : scope;
      return isBuiltin(name) || installed.includes(needed) ? [] : [`${relative(stage, file)} needs types of ${name}`];
    }),
  );
  const program = ts.createProgram(files, {
    ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
    ...{ target: ts.ScriptTarget.ES2022, strict: true, noEmit: true, skipLibCheck: false, types: ['node'] },
  });
  for (const { file, start = 0, code, messageText } of ts.getPreEmitDiagnostics(program)) {
    // Imports are checked above, and this workspace lacks some of the optional packages.
    if (code === missingModule) continue;
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
    const message = ts.flattenDiagnosticMessageText(messageText, '\n');
    problems.push(`${relative(stage, file?.fileName ?? stage)}:${line}: ${message}`);
  }
  if (problems.length > 0) throw new Error(`The declarations do not compile for users:\n${problems.join('\n')}`);
}

/** Under `node_modules`, so that the staged command finds its dependencies. */
const cache = join(root, 'node_modules', '.cache', 'understudy');

/**
 * Builds the workspace and packs `api-understudy`. Several processes can do this at the same time.
 *
 * @param folder an existing folder for the tarball
 * @returns the path of the tarball
 * @throws Error when a build fails
 */
export async function packageTarball(folder: string): Promise<string> {
  mkdirSync(cache, { recursive: true });
  const made = mkdtempSync(join(cache, 'package-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  const [declarations, stage] = [join(made, 'declarations'), join(made, 'stage')];
  const code =
    (await build()) ||
    (await run(process.execPath, [
      join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
      '-p',
      'tsconfig.declarations.json',
      '--outDir',
      declarations,
    ]));
  if (code !== 0) throw new Error('The packages cannot be built. See the errors above');
  const packages = shippedPackages();
  stageLibraries(stage, packages, declarations);
  const manifest = manifestOf(packages, await stageEntries(stage, packages));
  const installed = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];
  requireDependencies(stage, installed);
  write(join(stage, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  // Users install the database clients without their types.
  checkDeclarations(
    stage,
    installed.filter((name) => !storage.includes(name)),
  );
  const command = join(stage, program);
  execFileSync(process.execPath, [command, 'generate', 'schema', '--out', join(stage, 'schemas')], { stdio: 'pipe' });
  cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'));
  const bundled = [...packages.values()].flatMap((each) => each.bundled ?? []);
  const licences = licenceTable(Object.keys(manifest.dependencies), bundled);
  write(join(stage, 'LICENCES.md'), licences + comesInside);
  cpSync(join(root, 'packages', 'understudy', 'CHANGELOG.md'), join(stage, 'CHANGELOG.md'));
  for (const page of ['README.md', 'SKILL.md'])
    cpSync(join(root, 'packages', 'understudy', 'package', page), join(stage, page));
  const said = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: stage,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return join(folder, JSON.parse(said)[0].filename);
}

/** An import of a package in minified code. */
const importStatement = /(?:^|[;}])(?:import(?=["{* ])|export(?=[{*]))[\w$*{}, ]*?(?:from)?"([^."][^"]*)"/gm;

/** @throws Error if a module imports a package that is not installed with ours */
function requireDependencies(stage: string, names: readonly string[]): void {
  for (const file of filesOf(join(stage, 'lib')).filter((each) => each.endsWith('.js'))) {
    for (const [, imported = ''] of readFileSync(file, 'utf8').matchAll(importStatement)) {
      const [scope = '', name] = imported.split('/');
      const needed = scope.startsWith('@') ? `${scope}/${name}` : scope;
      if (isBuiltin(imported) || names.includes(needed)) continue;
      throw new Error(`${file} imports ${imported}, which is neither a dependency nor bundled`);
    }
  }
}

const comesInside =
  '\nThe pages of the APIs show descriptions by Swagger UI (Apache-2.0), which is inside: `lib/understudy/api-pages/`.\n';

/** Peer dependencies that only some entries and options need. */
const optionalPeers = { '@opentelemetry/api': '>=1.9 <2', msw: '>=2', testcontainers: '>=11', vitest: '>=2' };

const program = 'lib/understudy/bin/understudy.js';

/** Creates the manifest. Workspace packages are bundled; all other dependencies are pinned to an exact version. */
function manifestOf(
  packages: ReadonlyMap<string, WorkspacePackage>,
  entries: Awaited<ReturnType<typeof stageEntries>>,
) {
  const dependencies: Record<string, string> = {};
  for (const each of packages.values()) {
    for (const [name, version] of Object.entries(each.dependencies)) {
      if (packages.has(name)) continue;
      if ((dependencies[name] ?? version) !== version) throw new Error(`${name} is wanted in two versions`);
      dependencies[name] = version;
    }
  }
  const isStorage = ([name]: readonly [string, string]) => storage.includes(name);
  const own = JSON.parse(readFileSync(join(root, 'packages', 'understudy', 'package.json'), 'utf8'));
  const sorted = Object.entries(dependencies).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    name: 'api-understudy',
    version: own.version,
    description: own.description,
    keywords: own.keywords,
    license: own.license,
    type: 'module',
    engines: own.engines,
    bin: { 'api-understudy': program, understudy: program },
    main: './cjs/index.js',
    types: './cjs/lib/understudy/dist/index.d.ts',
    ...entries,
    dependencies: Object.fromEntries(sorted.filter((each) => !isStorage(each))),
    peerDependencies: { ...Object.fromEntries(sorted.filter(isStorage)), ...optionalPeers },
    peerDependenciesMeta: Object.fromEntries(
      [...storage, ...Object.keys(optionalPeers)].map((name) => [name, { optional: true }] as const),
    ),
  };
}
