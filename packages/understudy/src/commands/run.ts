import { writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import {
  createTerminalReport,
  type Effect,
  effectNames,
  exitCodes,
  jsonReport,
  junitReport,
  runScenarios,
  wallClock,
  wantsColor,
} from '@understudy/conformance';
import { Command, InvalidArgumentError } from 'commander';
import { type InterruptibleTarget, interruptibleTarget } from '../interruptible-target.js';
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

/** Milliseconds that an interrupted run may take to clean up. */
const longestCleanup = 5000;

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
  let interruptible: InterruptibleTarget | undefined;
  onSignal((signal) => endEarly(signal, interruptible, flags));
  const { contracts, ledger, files } = await loadWorkspace(scenarioFiles);
  const { target: opened, close } = await openTarget(flags.target);
  interruptible = interruptibleTarget(opened);
  const { target } = interruptible;
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

/** Cuts the run short: nothing more is sent, what it holds on the target is removed, and one line says so. */
async function endEarly(
  signal: NodeJS.Signals,
  interruptible: InterruptibleTarget | undefined,
  { allowEffects = [] }: RunFlags,
): Promise<never> {
  const code = 128 + constants.signals[signal];
  if (interruptible === undefined) {
    console.error(`Interrupted by ${signal}: nothing was run.`);
    process.exit(code);
  }
  const { target, interrupt } = interruptible;
  const shared = target.isolate === undefined;
  // A target that does not answer must not hold back the end.
  const left = await Promise.race([interrupt(), wallClock.sleep(longestCleanup).then(() => undefined)]);
  const mayLeave = left !== 0 || (shared && allowEffects.some((effect) => effect !== 'read'));
  const cleaned = shared ? 'it was used as it is' : 'its sandboxes are removed';
  const told = mayLeave ? 'something of the workflows under way may be left there' : cleaned;
  console.error(`Interrupted by ${signal}: the run on ${target.name} is not finished, and ${told}.`);
  process.exit(mayLeave ? exitCodes.cleanupIncomplete : code);
}

/** Calls back at the first signal that asks to stop; a second one ends the process at once. */
function onSignal(act: (signal: NodeJS.Signals) => unknown): void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const first = (signal: NodeJS.Signals) => {
    for (const other of signals) process.off(other, first);
    act(signal);
  };
  for (const signal of signals) process.on(signal, first);
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
