import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build, root, run } from '../steps.mjs';
import { checkDeclarations } from './check-declarations.ts';
import { licenceTable } from './licences.ts';
import { stageEntries } from './stage-entries.ts';
import { filesOf, stageLibraries, storage, write } from './stage-libraries.ts';
import { shippedPackages, type WorkspacePackage } from './workspace-packages.ts';

/** Below `node_modules`, so that the staged command finds its dependencies. */
const cache = join(root, 'node_modules', '.cache', 'understudy');

/**
 * Builds the workspace and packs `api-understudy`. Several processes can do so at once.
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
  // The clients of databases are installed without their types.
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

/** For some entries and options only. */
const optionalPeers = { '@opentelemetry/api': '>=1.9 <2', msw: '>=2', testcontainers: '>=11', vitest: '>=2' };

const program = 'lib/understudy/bin/understudy.js';

/** Workspace packages are bundled. All others stay dependencies in one exact version. */
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
