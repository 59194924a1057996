// Generates a client from every bundled description with every generator and compiles it. The generators are
// installed in exact versions into their own folder, because development does not need them. Needs Java and Python.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { GateFailed, mustRun, startServer, temporaryFolder } from '../gate.ts';
import { root } from '../steps.mjs';
import { prove } from '../testing/prove.ts';
import { describedApis } from './testing/described-apis.ts';

const npmPackages = [
  'openapi-typescript@7.13.0',
  '@hey-api/openapi-ts@0.99.0',
  '@openapitools/openapi-generator-cli@2.41.0',
];
const javaVersion = '7.25.0';
const pythonPackages = ['openapi-python-client==0.29.1'];

/**
 * Python compiles modules on import, so only importing finds missing names. Version 0.29.1 forgets to import Unset
 * into the module of an operation with several body media types. With that import the module must work.
 */
const importAll = `
import builtins, importlib, pkgutil, client, client.types
forgotten = []
for module in pkgutil.walk_packages(client.__path__, 'client.'):
    try:
        importlib.import_module(module.name)
    except NameError as error:
        if error.name != 'Unset': raise
        forgotten.append(module.name)
builtins.Unset = client.types.Unset
for name in forgotten: importlib.import_module(name)
print('forgotten:', len(forgotten), *forgotten)
`;

const tools = temporaryFolder('generators');
const work = temporaryFolder('generated');
const python = join(tools, 'python', 'bin');

/** The commands that generate a client, by generator. */
const generators: Readonly<Record<string, (description: string, folder: string) => Promise<void>>> = {
  'openapi-typescript': (description, folder) =>
    runTool('openapi-typescript', [description, '-o', join(folder, 'types.ts')]),
  'hey-api': (description, folder) =>
    runTool('openapi-ts', ['-i', description, '-o', folder, '--silent', '--no-log-file']),
  // Without this property it imports form models that it has not generated.
  'typescript-fetch': (description, folder) =>
    runTool('openapi-generator-cli', [
      ...['generate', '-g', 'typescript-fetch', '--global-property', 'skipFormModel=false'],
      ...['-i', description, '-o', folder],
    ]),
  python: (description, folder) =>
    run(join(python, 'openapi-python-client'), [
      ...['generate', '--path', description, '--output-path', join(folder, 'client')],
      ...['--meta', 'none', '--overwrite'],
    ]),
};

let descriptions: readonly { api: string; file: string }[] = [];

beforeAll(async () => {
  descriptions = await bundledDescriptions();
  await install();
}, 600_000);

for (const [name, generate] of Object.entries(generators)) {
  prove(`compiles the clients that ${name} generates from every description`, { seconds: 900 }, async () => {
    const failures: string[] = [];
    for (const { api, file } of descriptions) {
      const folder = join(work, name, api);
      await mkdir(folder, { recursive: true });
      await generate(file, folder)
        .then(() => (name === 'python' ? compilePython(folder) : compileTypeScript(folder)))
        .catch((error: unknown) => failures.push(`${api}: ${error instanceof Error ? error.message : String(error)}`));
    }
    if (failures.length > 0) throw new GateFailed(failures.join('\n'));
    return `${name} makes clients of ${descriptions.length} descriptions, which compile`;
  });
}

/** As the server hands them out, bundled into a file each. */
async function bundledDescriptions(): Promise<{ api: string; file: string }[]> {
  const { url, stop } = await startServer();
  const apis = await describedApis();
  const found = await Promise.all(
    apis.map(async (api) => {
      const response = await fetch(`${url}/_sim/${api === 'control' ? '' : `apis/${api}/`}openapi.json`);
      if (!response.ok) throw new GateFailed(`The description of ${api} returns ${response.status}`);
      const file = join(work, `${api}.json`);
      await writeFile(file, await response.text());
      return { api, file };
    }),
  );
  await stop();
  return found;
}

async function install(): Promise<void> {
  await mkdir(tools, { recursive: true });
  await writeFile(join(tools, 'package.json'), '{"private":true}\n');
  // The next one above the folder would be read instead.
  await writeFile(join(tools, 'tsconfig.json'), '{}\n');
  const java = { 'generator-cli': { version: javaVersion, storageDir: join(tools, 'jars') } };
  await writeFile(join(tools, 'openapitools.json'), JSON.stringify(java));
  await run('npm', ['install', '--no-audit', '--no-fund', '--no-save', '--ignore-scripts', ...npmPackages], tools);
  await run('python3', ['-m', 'venv', join(tools, 'python')]);
  await run(join(python, 'pip'), ['install', '--quiet', '--disable-pip-version-check', ...pythonPackages]);
}

function runTool(name: string, args: readonly string[]): Promise<void> {
  return run(join(tools, 'node_modules', '.bin', name), args, tools);
}

async function compilePython(folder: string): Promise<void> {
  await run(join(python, 'python'), ['-m', 'compileall', '-q', folder]);
  await run(join(python, 'python'), ['-c', importAll], folder);
}

/** Compiles every file in strict mode, without checking the declarations of libraries. */
async function compileTypeScript(folder: string): Promise<void> {
  const target = { target: 'es2022', module: 'esnext', moduleResolution: 'bundler', types: [] };
  const lib = ['es2022', 'dom', 'dom.iterable'];
  const compilerOptions = { strict: true, noEmit: true, skipLibCheck: true, ...target, lib };
  const config = join(folder, 'tsconfig.json');
  await writeFile(config, JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  await run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', config]);
}

async function run(command: string, args: readonly string[], cwd?: string): Promise<void> {
  const path = `${python}:${process.env['PATH'] ?? ''}`;
  // openapi-generator-cli reads its version from the folder in PWD.
  const place = cwd === undefined ? {} : { PWD: cwd };
  const said = await mustRun(args, { command, env: { PATH: path, ...place }, cwd });
  // Operations left out are warnings, and fail here, unless their body may be of any type: openapi-python-client
  // cannot send those.
  const warnings = said.split(/^(?=WARNING )/m).filter((warning) => /will not be generated/.test(warning));
  const left = warnings.find((warning) => !/Unsupported content type/i.test(warning));
  if (left !== undefined) throw new GateFailed(left);
}
