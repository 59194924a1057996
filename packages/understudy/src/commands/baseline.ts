import {
  type Baseline,
  type BaselineEntry,
  checkBaseline,
  describeOccurrences,
  exitCodes,
  formatBaseline,
  isClean,
  isDay,
  type RunResult,
  readBaseline,
  updateBaseline,
  wallClock,
} from '@understudy/conformance';
import { Command, InvalidArgumentError } from 'commander';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { loadRunResult } from '../read-run.js';
import { UsageError } from '../usage-error.js';
import { loadWorkspace } from '../workspace.js';
import { type Interruption, runInterruptibly } from './interruption.js';
import { addFilterOptions, checkFilter, readSelection, type SelectionFlags } from './run-options.js';
import { printResult, writeOutput } from './write-output.js';

interface BaselineFlags extends Omit<SelectionFlags, 'target'> {
  file: string;
  json?: boolean;
  update?: boolean;
  owner?: string;
  expires?: string;
  reason?: string;
}

type UpdateFlags = BaselineFlags & { owner: string; expires: string };

export function createBaselineCommand(): Command {
  return addFilterOptions(new Command('baseline'))
    .description('Compare the causes of a run with the accepted ones: each has an owner and an expiry date')
    .argument('<run>', 'a target, or a JSON report file')
    .option('--file <path>', 'the baseline file', 'understudy.baseline.yaml')
    .option('--update', 'accept the current causes; remove entries that expired or no longer occur')
    .option('--owner <name>', 'with --update: who is responsible for fixing the new entries')
    .option('--expires <day>', 'with --update: expiry date of the new entries, YYYY-MM-DD', parseDay)
    .option('--reason <text>', 'with --update: why the causes are accepted')
    .option('--json', 'print one JSON object')
    .action((run: string, { update: isUpdate, ...flags }: BaselineFlags) => {
      const { owner, expires } = flags;
      if (isUpdate !== true) return runInterruptibly((interruption) => check(run, flags, interruption));
      if (owner === undefined || expires === undefined) throw new UsageError('--update requires --owner and --expires');
      return runInterruptibly((interruption) => update(run, { ...flags, owner, expires }, interruption));
    });
}

async function check(run: string, flags: BaselineFlags, interruption: Interruption): Promise<void> {
  const baseline = await loadBaseline(flags.file);
  const result = await resultOf(run, flags, interruption);
  const found = checkBaseline(baseline, result, today());
  await printResult(found, flags.json, () => {
    const { unlisted, accepted, expired, passing, notRun } = found;
    return [
      ...unlisted.map(
        (cause) => `new      ${cause.fingerprint} ${cause.title} Occurred ${describeOccurrences(cause)}.`,
      ),
      ...expired.map((entry) => `expired  ${describeEntry(entry)}; owner ${entry.owner}, expired ${entry.expires}`),
      ...passing.map((entry) => `passes   ${describeEntry(entry)}; remove it with --update`),
      `${unlisted.length} new, ${accepted.length} accepted, ${expired.length} expired, ${passing.length} listed but passing, ${notRun.length} not run`,
    ].join('\n');
  });
  process.exitCode =
    result.unreachable !== undefined ? exitCodes.unreachable : isClean(found) ? exitCodes.clean : exitCodes.findings;
}

async function update(run: string, flags: UpdateFlags, interruption: Interruption): Promise<void> {
  if (flags.expires < today()) throw new UsageError(`--expires ${flags.expires} is in the past; choose a future date`);
  const before = await loadBaseline(flags.file);
  const result = await resultOf(run, flags, interruption);
  if (result.unreachable !== undefined) throw new UsageError(`${result.unreachable} The baseline is unchanged.`);
  const { owner, expires, reason } = flags;
  const { baseline, added, dropped } = updateBaseline(
    before,
    result,
    { owner, expires, reason },
    { today: today(), root: process.cwd() },
  );
  await writeOutput(flags.file, formatBaseline(baseline));
  console.log(`${flags.file}: ${added.length} added, ${dropped.length} dropped, ${baseline.findings.length} in total`);
}

async function resultOf(run: string, flags: BaselineFlags, interruption: Interruption): Promise<RunResult> {
  const workspace = await loadWorkspace([], await loadConfiguredApis(flags.config));
  checkFilter(workspace.files, readSelection(flags));
  return await loadRunResult(run, { workspace, interruption, ...readSelection(flags) });
}

/** Loads a baseline. @throws UsageError for an invalid file */
export async function loadBaseline(file: string): Promise<Baseline> {
  const { baseline, findings } = await readBaseline(file);
  if (findings.length === 0) return baseline;
  throw new UsageError(
    `${file} is invalid:\n${findings.map(({ line, message }) => `${file}:${line ?? 1} ${message}`).join('\n')}`,
  );
}

export function describeEntry({ id, where, message }: BaselineEntry): string {
  return `${id} ${where}: ${message}`;
}

export function today(): string {
  return new Date(wallClock.now()).toISOString().slice(0, 10);
}

export function parseDay(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError('It must be a date in the form YYYY-MM-DD.');
  return text;
}
