import { existsSync } from 'node:fs';
import { inspect } from 'node:util';
import { omitUndefined, suggestName } from '@understudy/contract';
import { type Argument, Command, CommanderError, InvalidArgumentError, type Option } from 'commander';
import { allowedRefFolders } from '../apis/load-api.js';
import { applyOptions, applyServerSettings } from '../config/apply-configuration.js';
import { findConfigFile, type UnderstudyConfig } from '../config/config.js';
import { reinstallHint } from '../locate-asset.js';
import { UsageError } from '../usage-error.js';
import { understudyVersion } from '../version.js';
import { type CommandWord, commandWords, examples, goneOptions, otherNames } from './command-table.js';
import { findProject, readConfiguration } from './read-configured-settings.js';
import { createAllowRefFolderOption } from './server-options.js';
import { advancedGroup } from './start-settings.js';

/** Commands whose URL arguments are descriptions to download. */
const downloading = new Set([
  ...['start', 'check', 'check diff', 'explain', 'test', 'fuzz', 'learn suggest'],
  ...['generate types', 'generate client', 'generate package'],
]);

/** Commands whose results can be printed as JSON (`--json`). */
const withJson = new Set([
  ...['start', 'proxy', 'test', 'test run', 'test coverage', 'test baseline', 'fuzz', 'fuzz mutate', 'compare'],
  ...['explain', 'explain list', 'check', 'check lint', 'check diff', 'check drift', 'learn', 'convert import'],
  ...['doctor config', 'state ls', 'state diff'],
]);

/** Commands with options that the configuration can set. */
const withConfiguration: Readonly<Record<string, (command: Command, config: UnderstudyConfig) => void>> = {
  start: applyServerSettings,
  doctor: applyServerSettings,
  test: (command, { test = {} }) => applyOptions(command, { ...test }),
};

/** Errors whose messages are meant for the user. */
const explained = new Set([
  ...['UsageError', 'RangeError', 'ContractError', 'DataFolderError'],
  ...['InvalidArchiveError', 'RecordingError', 'MergeError', 'ImportError', 'TargetUnreachable'],
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

/** Creates the command line. If the arguments name a command, creates only that command. */
async function createProgram(args: readonly string[]): Promise<Command> {
  const [asked = ''] = args;
  const here = Object.hasOwn(otherNames, asked) ? otherNames[asked] : undefined;
  if (here !== undefined) throw new UsageError(`There is no command "${asked}". Use: understudy ${here}`);
  refuseGone(args);
  const program = new Command('understudy')
    .description(
      'Simulate any API from its OpenAPI description, and test servers against it:\n\n    understudy start ./openapi.yaml',
    )
    .version(understudyVersion)
    .addOption(createAllowRefFolderOption())
    .option('--config <file>', 'configuration file (default: understudy.config.ts, .js, .yaml or .json)')
    .option('--offline', 'refuse descriptions that are URLs; fetch nothing')
    .option('--json', 'print the result as JSON on standard output')
    .exitOverride()
    .showHelpAfterError('(see understudy --help or understudy <command> --help)')
    .addHelpText(
      'after',
      '\nExit codes: 0 clean, 1 findings, 2 usage error, 3 target unreachable, 4 cleanup incomplete;\nan interrupted run: 128 plus the signal number, such as 130 for Ctrl-C.',
    );
  const isKnown = Object.hasOwn(commandWords, asked);
  for (const [name, word] of Object.entries(commandWords)) {
    if (isKnown && name !== asked) continue;
    program.addCommand((await createWord(name, word, isKnown ? args[1] : undefined)).helpGroup(word.group));
  }
  for (const command of program.commands) prepare(command, command.name(), args.includes('--all'));
  return program.hook('preAction', async (_program, command) => {
    const { allowRefFolder = [], offline, config: named, json } = command.optsWithGlobals();
    const path = pathOf(command);
    if (json === true) requireJson(path, command.args);
    command.setOptionValueWithSource('json', json, 'cli');
    const config = (path === 'start' ? findProject(command.args) : undefined) ?? named ?? findConfigFile();
    command.setOptionValueWithSource('config', config, 'config');
    if (path.startsWith('state ')) await chooseTarget(command, config);
    const configured = withConfiguration[path];
    // The doctor reports an invalid configuration itself.
    const explainLater = (error: unknown) => (path === 'doctor' ? {} : Promise.reject(error));
    if (configured !== undefined) configured(command, await readConfiguration(config).catch(explainLater));
    allowedRefFolders.splice(0, allowedRefFolders.length, ...allowRefFolder);
    if (downloading.has(path)) command.processedArgs = await downloaded(command, offline);
  });
}

/** Creates a command with all its subcommands, or only with the one that `next` names. */
async function createWord(
  name: string,
  { load, options, below = {}, summary = '' }: CommandWord,
  next: string | undefined,
) {
  const all = () => createProgram([]);
  const one = next !== undefined && Object.hasOwn(below, next) ? below[next] : undefined;
  const isAbove = load === undefined || one !== undefined;
  const command = isAbove ? new Command(name).description(summary) : await load(all);
  for (const option of options?.() ?? []) command.addOption(option);
  // Options after a subcommand's name belong to the subcommand.
  if (!isAbove) command.enablePositionalOptions();
  for (const each of one === undefined ? Object.values(below) : [one]) command.addCommand(await each(all));
  return command;
}

/** @throws UsageError for a command or option that was removed, with its replacement */
function refuseGone(args: readonly string[]): void {
  const line = `${args.filter((each) => !each.startsWith('-')).join(' ')} `;
  for (const [words, hint] of Object.entries(goneOptions)) {
    const [command = '', option] = words.split(/ (?=--)/);
    const isGiven = option === undefined || args.some((each) => each === option || each.startsWith(`${option}=`));
    if (isGiven && line.startsWith(`${command} `))
      throw new UsageError(`understudy ${command}${option === undefined ? ' is gone' : ` has no ${option}`}. ${hint}`);
  }
}

/** Uses the configured server for the commands of `state`, unless `--target` names another. */
async function chooseTarget(command: Command, config: string): Promise<void> {
  if (command.parent?.getOptionValueSource('target') === 'cli')
    return void command.setOptionValueWithSource('target', command.parent.getOptionValue('target'), 'cli');
  const { port = 4010, host = '127.0.0.1' } = await readConfiguration(config);
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  command.setOptionValueWithSource('target', address, 'config');
}

/**
 * Checks that a command can print JSON.
 *
 * @throws UsageError also for a file name after `--json`, which takes no value
 */
function requireJson(path: string, given: readonly string[]): void {
  if (!withJson.has(path)) throw new UsageError(`understudy ${path} does not print JSON`);
  const file = given.find((each) => each.endsWith('.json') && !existsSync(each));
  if (file === undefined) return;
  throw new UsageError(`${file} does not exist. To write a report, use --report json=${file}, or > ${file}`);
}

/** Adds examples, hints and error texts to a command and its subcommands. */
function prepare(command: Command, path: string, showsAll: boolean): void {
  command
    .exitOverride()
    .showHelpAfterError(`(see understudy ${path} --help)`)
    .configureHelp({ showGlobalOptions: path !== 'start' || showsAll });
  const shown = examples[path] ?? [];
  if (shown.length > 0)
    command.addHelpText('after', `\nExamples:\n${shown.map((each) => `  understudy ${each}`).join('\n')}`);
  for (const option of [...command.options, ...command.registeredArguments]) suggestChoice(option);
  for (const option of command.options) if (!showsAll && option.helpGroupHeading === advancedGroup) option.hideHelp();
  for (const each of command.commands) prepare(each, `${path} ${each.name()}`, showsAll);
}

/** Returns the words of a command after `understudy`. */
function pathOf(command: Command): string {
  const above = command.parent === null || command.parent.parent === null ? '' : `${pathOf(command.parent)} `;
  return `${above}${command.name()}`;
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
async function downloaded(command: Command, offline: boolean | undefined): Promise<unknown[]> {
  const copyOf = async (argument: unknown): Promise<unknown> => {
    if (Array.isArray(argument)) return await Promise.all(argument.map(copyOf));
    if (typeof argument !== 'string' || !/^https?:/i.test(argument)) return argument;
    const { downloadDescription } = await import('../apis/download-description.js');
    return await downloadDescription(argument, { ...omitUndefined({ offline }), tell: (line) => console.error(line) });
  };
  return await Promise.all(command.processedArgs.map(copyOf));
}

async function explain(error: unknown): Promise<void> {
  const { exitCodes, escapeControlCharacters, TargetUnreachableError } = await import('@understudy/conformance');
  if (error instanceof CommanderError) {
    // Commander has already printed its output. Help and version are successes.
    process.exitCode = error.exitCode === 0 ? exitCodes.clean : exitCodes.wrongUse;
    return;
  }
  process.exitCode = error instanceof TargetUnreachableError ? exitCodes.unreachable : exitCodes.wrongUse;
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT' && 'path' in error) {
    // Only files of the packages themselves cause this error. Commands check user files.
    console.error(`error: ${error.path} is missing; ${reinstallHint}`);
    return;
  }
  // System errors, such as a port already in use, need no stack trace.
  const isExplained = error instanceof Error && ('syscall' in error || explained.has(error.name));
  console.error(escapeControlCharacters(isExplained ? `error: ${error.message}` : inspect(error)));
}
