// The checks of npm test and, with --all, of npm run verify.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Check, type Run, runChecks } from './run-checks.ts';
import { root, tool } from './steps.mjs';

const usage = `Usage: npm test -- [words]         the checks of these names, or whose names contain one of the words; all without
       npm run verify -- [words]   the same for everything, the slow ones too (an hour); continues after a failure
  --list   list the names and run nothing`;

/** Prints dots in a terminal, and only failures in a log. */
const reporter = `--reporter=${process.stdout.isTTY ? 'dot' : 'minimal'}`;

const quickOnes = '--tags-filter=!slow';
const slowOnes = '--tags-filter=slow';

const cli = join(root, 'packages', 'understudy', 'bin', 'understudy.js');

/** Runs a TypeScript file of this package. */
function script(file: string, ...args: string[]): (run: Run) => Promise<number> {
  return (run) => run(process.execPath, ['--import', 'tsx', join(import.meta.dirname, file), ...args]);
}

/** Runs a test file in a vitest project: quick tests for `npm test`, all others for `npm run verify`. */
function tests(project: 'system' | 'attack' | 'long', file: string, ...args: string[]): (run: Run) => Promise<number> {
  return (run) => run(tool('vitest'), ['run', reporter, '--project', project, `/${file}.test.ts`, ...args]);
}

/** TypeScript 7 takes a third of the time. Declarations and the API report need the compiler API of TypeScript 5. */
function types(version: 5 | 7, ...args: string[]): (run: Run) => Promise<number> {
  const compiler = join(root, 'node_modules', version === 7 ? 'typescript-7' : 'typescript', 'bin', 'tsc');
  return (run) => run(process.execPath, [compiler, ...args]);
}

function understudy(...args: string[]): (run: Run) => Promise<number> {
  return (run) => run(process.execPath, [cli, ...args]);
}

/**
 * These checks are independent. A check that uses every core runs alone. The checks that are most likely to fail come
 * first, then long checks that leave cores idle, then short checks.
 */
const quick: readonly Check[] = [
  { name: 'types, tests included', check: types(7) },
  { name: 'style and lint rules', check: (run) => run(tool('biome'), ['check', '--error-on-warnings', '.']) },
  {
    name: 'unit tests',
    places: 2,
    check: (run) => run(tool('vitest'), ['run', reporter, '--project=unit', '--tags-filter=!slow']),
  },
  { name: 'generated requests', check: script('gates/fuzz.ts', '--times', '0.25') },
  { name: 'README examples', check: tests('system', 'documentation', quickOnes) },
  { name: 'live server', check: tests('system', 'live', quickOnes) },
  { name: 'quick attacks', check: tests('attack', 'attack', quickOnes) },
  {
    name: 'the suite proves every testable claim, and an independent validator agrees',
    check: tests('system', 'independent-validator'),
  },
  { name: 'second runner, a sample', check: tests('system', 'second-runner', quickOnes) },
  { name: 'imports point one way', check: script('gates/imports.ts') },
  { name: 'plain words', check: script('gates/words.ts') },
  { name: 'ledger and scenarios are sound', check: understudy('check', 'lint') },
  { name: 'the package exports the contents of its report', check: script('generate/api-report.ts') },
  { name: 'API descriptions and scenarios', check: (run) => run(tool('redocly'), ['lint', ...documents()]) },
  { name: 'types of the console', check: types(7, '-p', 'packages/console') },
];

/** Long checks, and checks that prove that quick checks detect errors. */
const slow: readonly Check[] = [
  { name: 'types by the compiler of the declarations', check: types(5) },
  {
    name: 'slow unit tests',
    places: 2,
    check: (run) => run(tool('vitest'), ['run', reporter, '--project=unit', '--tags-filter=slow']),
  },
  { name: 'the suite in process, in virtual time', check: understudy('test', 'coverage') },
  {
    name: 'rosters of every random definition',
    alone: true,
    check: (run) =>
      run(tool('vitest'), ['run', reporter, '--project=unit', 'packages/engine-rostering'], { EVERY_SEED: '1' }),
  },
  { name: 'live server, every file of e-invoicing', check: tests('system', 'live', slowOnes) },
  { name: 'the suite in four shards, merged', check: tests('system', 'shards') },
  { name: 'second runner, every scenario', alone: true, check: tests('system', 'second-runner', slowOnes) },
  { name: 'ten times as many generated requests', check: script('gates/fuzz.ts', '--times', '10', '--seed', '2') },
  { name: 'all attacks', alone: true, check: tests('attack', 'attack') },
  { name: 'uploads in a crowd', alone: true, check: tests('long', 'uploads') },
  { name: 'what an open console costs', alone: true, check: tests('system', 'console') },
  { name: 'killed with a data folder', alone: true, check: tests('long', 'chaos', '-t', 'data folder') },
  { name: 'fair turns for everybody', alone: true, check: tests('long', 'fair') },
  { name: 'jobs computed by workers', alone: true, check: tests('system', 'workers') },
  { name: 'the suite with a data folder', alone: true, check: tests('system', 'data-folder') },
  { name: 'a full disk, and folders that cannot be written', check: tests('system', 'full-disk') },
  { name: 'the suite through three servers', alone: true, check: tests('system', 'servers') },
  { name: 'killed and stopped servers', alone: true, check: tests('long', 'chaos', '-t', 'killed and stopped') },
  { name: 'every page of the documentation', check: tests('system', 'documentation') },
  { name: 'the documentation site', check: tests('system', 'site') },
  {
    name: 'front-end example',
    check: (run) =>
      run(tool('playwright'), ['test', '--config', join(root, 'packages/examples/front-end/playwright.config.ts')]),
  },
  { name: 'growth of records and sandboxes', alone: true, check: tests('long', 'growth') },
  { name: 'rosters of published sizes', alone: true, check: tests('long', 'rosters') },
  { name: 'a rolling upgrade', alone: true, check: tests('long', 'chaos', '-t', 'rolling upgrade') },
  { name: 'tasks at the console', check: tests('long', 'console-tasks') },
  { name: 'tasks of an agent', check: tests('long', 'agent') },
  { name: 'open measures of described APIs', alone: true, check: script('trials/trials.ts', 'measures') },
  { name: 'descriptions of other people', check: tests('system', 'any-description') },
  { name: 'generators of clients', alone: true, check: tests('system', 'generators') },
  { name: 'examples in other languages', check: tests('system', 'recipes') },
  { name: 'the commands of the image', alone: true, check: tests('system', 'image') },
  { name: 'Testcontainers', check: tests('system', 'containers') },
  { name: 'Storybook', check: tests('system', 'storybook') },
  { name: 'npm start ends with its npm', check: tests('system', 'npm-start') },
  { name: 'the GitHub action, step by step', alone: true, check: tests('system', 'action') },
  { name: 'the package, installed', alone: true, check: tests('system', 'packed') },
  { name: 'planted lines are noticed', alone: true, check: tests('system', 'planted-lines') },
  { name: 'planted deviations are noticed', alone: true, check: tests('system', 'deviations') },
];

/** Returns the descriptions and scenarios of all APIs. */
function documents(): string[] {
  return ['specs', 'fixtures', 'scenarios'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(^|[\\/])openapi\.yaml$|\.arazzo\.yaml$/.test(name))
      .map((name) => join(folder, name)),
  );
}

async function main(): Promise<number> {
  const { values, positionals: words } = parseArgs({
    allowPositionals: true,
    options: { all: { type: 'boolean' }, list: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  const checks = values.all === true ? [...quick, ...slow] : quick;
  const names = checks.map(({ name }) => name);
  const namesBy = (word: string) => (names.includes(word) ? [word] : names.filter((name) => name.includes(word)));
  const unknown = words.find((word) => namesBy(word).length === 0);
  if (unknown !== undefined) {
    console.error(`No check has "${unknown}" in its name. There are:\n  ${names.join('\n  ')}`);
    return 2;
  }
  const chosen = new Set(words.length === 0 ? names : words.flatMap(namesBy));
  if (values.help === true || values.list === true) {
    console.log(values.help === true ? usage : [...chosen].join('\n'));
    return 0;
  }
  return await runChecks(
    checks.filter(({ name }) => chosen.has(name)),
    { keepGoing: values.all === true },
  );
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  process.exitCode = 2;
}
