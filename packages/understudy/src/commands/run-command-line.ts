import { inspect } from 'node:util';
import { suggestName } from '@understudy/contract';
import { type Argument, Command, CommanderError, InvalidArgumentError, type Option } from 'commander';
import { builtInApis } from '../apis/apis.js';
import { allowedRefFolders } from '../apis/load-api.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { reinstallHint } from '../locate-asset.js';
import { UsageError } from '../usage-error.js';
import { understudyVersion } from '../version.js';
import { examples, otherNames } from './examples.js';
import { advancedGroup, createAllowRefFolderOption } from './server-options.js';

/** Loads each command on demand, so that a server starts without loading the conformance suite. */
const commands: Readonly<Record<string, (isAsked: boolean) => Promise<Command>>> = {
  start: async () => (await import('./start.js')).createStartCommand(),
  work: async () => (await import('./work.js')).createWorkCommand(),
  init: async () => (await import('./init.js')).createInitCommand(),
  doctor: async () => (await import('./doctor.js')).createDoctorCommand(),
  proxy: async () => (await import('./proxy.js')).createProxyCommand(),
  serve: async () => (await import('./serve.js')).createServeCommand(),
  explain: async () => (await import('./explain.js')).createExplainCommand(),
  check: async () => (await import('./check.js')).createCheckCommand(),
  test: async () => (await import('./test.js')).createTestCommand(),
  fuzz: async () => (await import('./fuzz.js')).createFuzzCommand(),
  mcp: async () => (await import('./mcp.js')).createMcpCommand(),
  suggest: async () => (await import('./suggest.js')).createSuggestCommand(),
  new: async () => (await import('./new.js')).createNewCommand(),
  types: async () => (await import('./types.js')).createTypesCommand(),
  env: async () => (await import('./env.js')).createEnvCommand(),
  run: async () => (await import('./run.js')).createRunCommand(),
  plan: async () => (await import('./plan.js')).createPlanCommand(),
  config: async () => (await import('./config.js')).createConfigCommand(),
  schema: async () => (await import('./schema.js')).createSchemaCommand(),
  coverage: async () => (await import('./coverage.js')).createCoverageCommand(),
  list: async () => (await import('./list.js')).createListCommand(),
  lint: async () => (await import('./lint.js')).createLintCommand(),
  merge: async () => (await import('./merge.js')).createMergeCommand(),
  compare: async () => (await import('./compare.js')).createCompareCommand(),
  baseline: async () => (await import('./baseline.js')).createBaselineCommand(),
  'record-scenario': async () => (await import('./record-scenario.js')).createRecordScenarioCommand(),
  import: async () => (await import('./import.js')).createImportCommand(),
  export: async () => (await import('./export.js')).createExportCommand(),
  learn: async () => (await import('./learn.js')).createLearnCommand(),
  consumer: async () => (await import('./consumer.js')).createConsumerCommand(),
  diff: async () => (await import('./diff.js')).createDiffCommand(),
  drift: async () => (await import('./drift.js')).createDriftCommand(),
  mutate: async () => (await import('./mutate.js')).createMutateCommand(),
  changes: async () => (await import('./changes.js')).createChangesCommand(),
  trigger: async () => (await import('./trigger.js')).createTriggerCommand(),
  seed: async () => (await import('./seed.js')).createSeedCommand(),
  snapshot: async () => (await import('./snapshot.js')).createSnapshotCommand(),
  data: async () => (await import('./data.js')).createDataCommand(),
  completion: async () => (await import('./completion.js')).createCompletionCommand(() => createProgram([])),
  inspect: async (isAsked) => {
    const { createInspectCommand: inspectCommand } = await import('./inspect-view.js');
    return inspectCommand(isAsked ? await loadConfiguredApis() : builtInApis);
  },
};

/** Commands that accept description URLs. */
const downloading = new Set(['diff', 'start', 'check', 'explain', 'test', 'fuzz', 'suggest', 'types', 'new']);

/** Errors whose messages are meant for the user. */
const explained = new Set([
  ...['UsageError', 'RangeError', 'ContractError', 'DataFolderError'],
  ...['InvalidArchiveError', 'RecordingError', 'MergeError', 'ImportError'],
]);

/** Commands that do not load descriptions. */
const withoutDescriptions = new Set([
  ...['serve', 'schema', 'snapshot', 'seed', 'write', 'data', 'trigger', 'import', 'changes', 'completion', 'init'],
]);

/**
 * Runs one command, reports errors on standard error and sets `process.exitCode`.
 *
 * @param args the arguments after `understudy`
 */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  try {
    const program = await createProgram(args);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    await explain(error);
  }
}

async function createProgram(args: readonly string[]): Promise<Command> {
  const [asked = ''] = args;
  const here = Object.hasOwn(otherNames, asked) ? otherNames[asked] : undefined;
  if (here !== undefined) throw new UsageError(`There is no command "${asked}". Use: understudy ${here}`);
  const loading = Object.hasOwn(commands, asked) ? [commands[asked]] : Object.values(commands);
  const program = new Command('understudy')
    .description('Fake back end, CI double and conformance suite for five business APIs')
    .version(understudyVersion)
    .showHelpAfterError('(see understudy --help or understudy <command> --help)')
    .exitOverride()
    .addHelpText(
      'after',
      '\nExit codes: 0 clean, 1 findings, 2 usage error, 3 target unreachable, 4 cleanup incomplete;\nan interrupted run: 128 plus the signal number, such as 130 for Ctrl-C.\n\nExamples:\n  understudy start ./openapi.yaml\n  understudy run --target http://127.0.0.1:4010',
    );
  for (const load of loading) {
    if (load !== undefined) program.addCommand(await load(loading.length === 1));
  }
  for (const command of program.commands.flatMap((parent) => [parent, ...parent.commands])) {
    const path = command.parent === program ? command.name() : `${command.parent?.name()} ${command.name()}`;
    if (!withoutDescriptions.has(command.name())) command.addOption(createAllowRefFolderOption());
    if (downloading.has(command.name()))
      command.option('--offline', 'refuse descriptions that are URLs; fetch nothing');
    command.exitOverride().showHelpAfterError(`(see understudy ${path} --help)`);
    const shown = (examples[path.split(' ', 1)[0] ?? ''] ?? []).filter((each) => `${each} `.startsWith(`${path} `));
    if (shown.length > 0)
      command.addHelpText('after', `\nExamples:\n${shown.map((each) => `  understudy ${each}`).join('\n')}`);
    for (const option of [...command.options, ...command.registeredArguments]) suggestChoice(option);
    if (args.includes('--all')) continue;
    for (const option of command.options) if (option.helpGroupHeading === advancedGroup) option.hideHelp();
  }
  return program.hook('preAction', async (_program, command) => {
    allowedRefFolders.splice(0, allowedRefFolders.length, ...(command.opts()['allowRefFolder'] ?? []));
    if (downloading.has(command.name())) command.processedArgs = await downloaded(command);
  });
}

/** Adds a suggestion of the nearest choice to the error for an invalid value. */
function suggestChoice(option: Option | Argument): void {
  const { argChoices: choices, parseArg: parse } = option;
  if (choices === undefined || parse === undefined) return;
  option.argParser((text: string, earlier: unknown) => {
    const hint = choices.includes(text) ? '' : suggestName(text, choices);
    if (hint === '') return parse(text, earlier);
    throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.${hint}`);
  });
}

/** Returns the arguments of a command, with each URL replaced by the path of a local copy. */
async function downloaded(command: Command): Promise<unknown[]> {
  const { offline } = command.opts();
  const copyOf = async (argument: unknown): Promise<unknown> => {
    if (Array.isArray(argument)) return await Promise.all(argument.map(copyOf));
    if (typeof argument !== 'string' || !/^https?:/i.test(argument)) return argument;
    const { downloadDescription } = await import('../apis/download-description.js');
    return await downloadDescription(argument, { offline, tell: (line) => console.error(line) });
  };
  return await Promise.all(command.processedArgs.map(copyOf));
}

async function explain(error: unknown): Promise<void> {
  const { exitCodes, escapeControlCharacters } = await import('@understudy/conformance');
  if (error instanceof CommanderError) {
    // Commander has already printed its output. Help and version are successes.
    process.exitCode = error.exitCode === 0 ? exitCodes.clean : exitCodes.wrongUse;
    return;
  }
  process.exitCode = exitCodes.wrongUse;
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT' && 'path' in error) {
    // Only files of the packages themselves cause this error. Commands check user files.
    console.error(`error: ${error.path} is missing; ${reinstallHint}`);
    return;
  }
  // System errors, such as a port already in use, need no stack trace.
  const isExplained = error instanceof Error && ('syscall' in error || explained.has(error.name));
  console.error(escapeControlCharacters(isExplained ? `error: ${error.message}` : inspect(error)));
}
