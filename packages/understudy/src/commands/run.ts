import { writeFile } from 'node:fs/promises';
import {
  createTerminalReport,
  type Effect,
  effectNames,
  jsonReport,
  junitReport,
  runScenarios,
  wantsColor,
} from '@understudy/conformance';
import { Command, InvalidArgumentError } from 'commander';
import { openTarget } from '../open-target.js';
import { loadWorkspace } from '../workspace.js';
import { WrongUse } from '../wrong-use.js';
import { collect, parseCount } from './server-options.js';

interface RunFlags {
  target: string;
  tag?: string[];
  api?: string[];
  claim?: string[];
  bail?: boolean;
  jobs?: number;
  seed?: string;
  input?: Record<string, string>;
  allowEffects?: Effect[];
  json?: string | true;
  junit?: string;
}

/** `understudy run`: runs scenarios against a target and reports. */
export function runCommand(): Command {
  return new Command('run')
    .description('Run the scenarios against the simulators or a server')
    .argument('[file...]', 'Arazzo files to run instead of those that come along')
    .option('-t, --target <target>', 'in-process, or the URL of a server', 'in-process')
    .option('--tag <tag>', 'only workflows with this tag (repeatable)', collect)
    .option('--api <api>', 'only scenarios of this API (repeatable)', collect)
    .option('--claim <id>', 'only workflows that prove this claim (repeatable)', collect)
    .option('--bail', 'stop after the first failure')
    .option('--jobs <number>', 'workflows at a time, where the target isolates them (default 4)', parseCount)
    .option('--seed <text>', 'shuffle the order; the same text gives the same order')
    .option('--input <name=value>', 'a value for an input that workflows declare (repeatable)', collectInput)
    .option(
      '--allow-effects <kinds>',
      `on a real environment, allow ${effectNames.join(', ')} (default: read)`,
      collectEffects,
    )
    .option('--json [file]', 'write the JSON report, to standard output without a file')
    .option('--junit <file>', 'write a JUnit report')
    .action(run);
}

async function run(scenarioFiles: string[], flags: RunFlags): Promise<void> {
  const { contracts, ledger, files } = await loadWorkspace(scenarioFiles);
  const { target, close } = await openTarget(flags.target);
  // The JSON report has standard output for itself; people read along on the other stream.
  const stream = flags.json === true ? process.stderr : process.stdout;
  const onEvent = createTerminalReport({
    write: (line) => stream.write(`${line}\n`),
    color: wantsColor(stream, process.env),
  });
  try {
    const result = await runScenarios({
      files,
      contracts,
      ledger,
      target,
      onEvent,
      tags: flags.tag,
      apis: flags.api,
      claims: flags.claim,
      bail: flags.bail,
      jobs: flags.jobs,
      seed: flags.seed,
      inputs: flags.input,
      allowEffects: flags.allowEffects,
    });
    if (flags.json === true) process.stdout.write(jsonReport(result));
    else if (flags.json !== undefined) await write(flags.json, jsonReport(result));
    if (flags.junit !== undefined) await write(flags.junit, junitReport(result));
    process.exitCode = result.exitCode;
  } finally {
    await close();
  }
}

async function write(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    throw new WrongUse(`The report cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function collectInput(text: string, earlier: Record<string, string> = {}): Record<string, string> {
  const [name = '', value] = text.split(/=(.*)/s);
  if (name === '' || value === undefined) throw new InvalidArgumentError('It must have the form name=value.');
  return { ...earlier, [name]: value };
}

function collectEffects(text: string, earlier: readonly Effect[] = []): Effect[] {
  const named = text.split(',').map((part) => {
    const effect = effectNames.find((known) => known === part.trim());
    if (effect === undefined) throw new InvalidArgumentError(`It must be a list of ${effectNames.join(', ')}.`);
    return effect;
  });
  return [...earlier, ...named];
}
