// @ts-check
// Steps that the root commands share: installing if needed, building, and running commands with visible output.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

const [oldestMajor, oldestMinor] = [20, 19];

/** Exits with an error message if Node is too old. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  console.error(`Understudy needs Node ${oldestMajor}.${oldestMinor} or newer; this is ${process.versions.node}.`);
  process.exit(2);
}

/**
 * Runs a command in the repository root. Resolves with its exit code.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  return start(command, args, options).ended;
}

/**
 * Starts a command in the repository root, with visible output by default. `ended` resolves with its exit code.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function start(command, args, { env = {}, ...options } = {}) {
  const quiet = { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', REDOCLY_TELEMETRY: 'off' };
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...quiet, ...env },
    ...options,
  });
  /** @type {Promise<number>} */
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
  return { child, ended };
}

/**
 * Calls back when the npm process that runs this script has exited. npm passes signals only to its shell, which exits
 * without passing them on.
 *
 * @param {string} script
 * @param {() => void} end can be called repeatedly
 */
export function onNpmEnd(script, end) {
  const parent = process.ppid;
  const { npm_lifecycle_event: current } = process.env;
  if (current === script) setInterval(() => process.ppid !== parent && end(), 250).unref();
}

/** Names of the folders in `packages`, each a package. */
export function packageFolders() {
  const entries = readdirSync(join(root, 'packages'), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Returns the path of an installed command line tool. @param {string} name */
export function tool(name) {
  return join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
}

/**
 * Installs the packages of the lockfile unless they are installed.
 *
 * @param {{ lean?: boolean }} [options] lean: omits the dependencies of tests, gates and benchmarks
 */
export async function install({ lean = false } = {}) {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules', '.installed-for-start');
  if (isInstalled() || (lean && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted)) return 0;
  console.log('Installing dependencies ...');
  const used = packageFolders().filter((name) => name !== 'tools' && name !== 'examples');
  const workspaces = lean ? ['--include-workspace-root', ...used.map((name) => `--workspace=packages/${name}`)] : [];
  const code = await run('npm', ['ci', ...workspaces, '--no-audit', '--no-fund', '--loglevel=error'], {
    shell: process.platform === 'win32',
  });
  if (code === 0 && lean) writeFileSync(stamp, wanted);
  return code;
}

/** Returns whether `node_modules` contains every package in the lockfile, according to npm's own list. */
function isInstalled() {
  const list = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(list)) return false;
  const [wanted, present] = [join(root, 'package-lock.json'), list].map(
    (file) => JSON.parse(readFileSync(file, 'utf8')).packages,
  );
  const imported = new Set(
    Object.values(wanted).flatMap((each) => Object.keys({ ...each.dependencies, ...each.devDependencies })),
  );
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    const [, name = ''] = /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    if (name === '' || optional || (link && !imported.has(name))) return true;
    return present[path] !== undefined && present[path].version === version;
  });
}

/** Generates contracts, types and scenarios and builds packages from changed sources. */
export function build() {
  return turbo('build', 'generate:contracts', 'generate:scenarios');
}

/** Generates everything that `build` does except packages, which is enough to check and test the sources. */
export function generate() {
  return turbo('generate:contracts', 'generate:scenarios');
}

/** @param {string[]} tasks */
async function turbo(...tasks) {
  const quiet = ['--output-logs=errors-only', '--log-order=grouped', '--no-update-notifier'];
  // A log only gets the output of a failed build.
  const { child, ended } = start(tool('turbo'), ['run', ...tasks, ...quiet], {
    stdio: process.stdout.isTTY ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await ended;
  if (code === 0) removeLeftovers();
  else process.stdout.write(stripVTControlCharacters(output));
  return code;
}

/** Removes scenarios whose template no longer exists, which Turbo's cache does not do. */
function removeLeftovers() {
  const scenarios = join(root, 'scenarios');
  for (const api of readdirSync(scenarios)) {
    const folder = join(scenarios, api, 'generated');
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      const template = join(scenarios, 'analysis', name.replace('.arazzo.yaml', '.template.yaml'));
      if (!existsSync(template)) rmSync(join(folder, name));
    }
  }
}
