import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { stringifyJson } from '@understudy/contract';
import { Command, Option } from 'commander';
import { builtInApis } from '../apis/apis.js';
import { isApiPackage } from '../apis/load-api.js';
import { ciFile, type ProjectChoice, quoteWord, serverOf, testFile } from '../scaffold/project-files.js';
import { UsageError } from '../usage-error.js';
import { understudyVersion } from '../version.js';
import { parseUrl } from './server-options.js';
import { writeOutput } from './write-output.js';

const choices = { tests: ['vitest', 'jest', 'none'], ci: ['github', 'gitlab', 'none'] } as const;
const likely = ['openapi.yaml', 'openapi.yml', 'openapi.json', 'swagger.json', 'api/openapi.yaml', 'docs/openapi.yaml'];

export function createInitCommand(): Command {
  return new Command('init')
    .description('Set up this project: configuration, scripts, a test and a CI job; asks for missing options')
    .option('--api <api>', 'OpenAPI description such as ./openapi.yaml, or an API such as inventory')
    .addOption(new Option('--tests <runner>', 'test runner of an example test').choices(choices.tests))
    .addOption(new Option('--ci <system>', 'CI system').choices(choices.ci))
    .option('--server <command>', 'command that starts your server in CI (default: the simulator stands in for it)')
    .option('--target <url>', 'base URL of your server in CI', parseUrl)
    .action(async (given: Partial<ProjectChoice>) => {
      const choice = await complete(given);
      if (!isApiPackage(choice.api) && !builtInApis.has(choice.api))
        throw new UsageError(`--api must be a description or one of ${[...builtInApis.keys()].join(', ')}`);
      if (isApiPackage(choice.api) && !/^https?:/.test(choice.api) && !existsSync(choice.api))
        throw new UsageError(`${choice.api} does not exist. Pass the path to your OpenAPI description with --api`);
      await writeProject(choice);
    });
}

/** Asks for missing answers on a terminal. Otherwise, uses the defaults. */
async function complete({ api, tests, ci, ...server }: Partial<ProjectChoice>): Promise<ProjectChoice> {
  const found = likely.find((file) => existsSync(file));
  const [, firstApi = ''] = builtInApis.keys();
  const defaults = { api: found === undefined ? firstApi : `./${found}`, tests: 'vitest', ci: 'github' } as const;
  if (process.stdin.isTTY !== true)
    return { ...server, api: api ?? defaults.api, tests: tests ?? 'none', ci: ci ?? 'none' };
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ask = async (question: string, initial: string) =>
    (await terminal.question(`${question} (${initial}): `)).trim() || initial;
  const askChoice = async <Choice extends string>(question: string, of: readonly Choice[], initial: Choice) => {
    const answer = await ask(`${question} ${of.join(', ')}`, initial);
    const chosen = of.find((each) => each === answer);
    if (chosen === undefined) throw new UsageError(`"${answer}" is not one of ${of.join(', ')}`);
    return chosen;
  };
  try {
    return {
      ...server,
      api: api ?? (await ask('Which API? The path of an OpenAPI description, or a name', defaults.api)),
      tests: tests ?? (await askChoice('Which test runner?', choices.tests, defaults.tests)),
      ci: ci ?? (await askChoice('Which CI system?', choices.ci, defaults.ci)),
    };
  } finally {
    terminal.close();
  }
}

/** Writes the project files. Existing files and scripts are not changed. */
async function writeProject(choice: ProjectChoice): Promise<void> {
  const isFile = isApiPackage(choice.api) && !/^https?:/.test(choice.api);
  const config = [
    '# yaml-language-server: $schema=./node_modules/api-understudy/schemas/config.schema.json',
    ...(isFile ? [`apis: [${stringifyJson(choice.api)}]`] : []),
    'seed: demo',
    `test: { target: ${stringifyJson(serverOf(choice).url)} }`,
    '',
  ].join('\n');
  const files = { 'understudy.config.yaml': config, ...testFile(choice), ...ciFile(choice) };
  for (const [path, text] of Object.entries(files)) {
    const isThere = existsSync(path);
    if (!isThere) await writeOutput(path, text);
    console.log(`${isThere ? 'kept     ' : 'created  '}${path}`);
  }
  await addScripts(choice);
  console.log('\nNext:\n  npm install\n  npm run api');
}

async function addScripts({ api, tests }: ProjectChoice): Promise<void> {
  const path = join(process.cwd(), 'package.json');
  const text = existsSync(path) ? await readFile(path, 'utf8') : '{ "private": true, "type": "module" }';
  const manifest: { scripts?: object; devDependencies?: object } = JSON.parse(text);
  const scripts = { api: `understudy start ${quoteWord(api)}`, 'api:test': `understudy test ${quoteWord(api)}` };
  const runner = tests === 'none' ? {} : { test: tests === 'vitest' ? 'vitest run' : 'jest' };
  const changed = {
    ...manifest,
    scripts: { ...runner, ...scripts, ...manifest.scripts },
    devDependencies: {
      'api-understudy': understudyVersion,
      ...(tests === 'none' ? {} : { [tests]: tests === 'vitest' ? '^4.1.0' : '^30.0.0' }),
      ...manifest.devDependencies,
    },
  };
  await writeFile(path, `${stringifyJson(changed, 2)}\n`);
  console.log('changed  package.json: scripts api, api:test');
}
