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
import { readReport } from '../read-run.js';
import { UsageError } from '../usage-error.js';
import { loadWorkspace } from '../workspace.js';
import { printResult, writeOutput } from './write-output.js';

interface BaselineFlags {
  config: string;
  file: string;
  json?: boolean;
  owner?: string;
  expires?: string;
  reason?: string;
}

type UpdateFlags = BaselineFlags & { owner: string; expires: string };

export function createBaselineCommand(): Command {
  return new Command('baseline')
    .description('Compare the causes of a run with the accepted ones: each has an owner and an expiry date')
    .argument('<report>', 'the JSON report of the run')
    .option('--file <path>', 'the baseline file', 'understudy.baseline.yaml')
    .option('--owner <name>', 'with --expires: accept the current causes, and remove entries that no longer occur')
    .option('--expires <day>', 'the last day on which they are accepted, YYYY-MM-DD', parseDay)
    .option('--reason <text>', 'why they are accepted')
    .action(async (report: string, flags: BaselineFlags) => {
      const { owner, expires } = flags;
      if ((owner === undefined) !== (expires === undefined))
        throw new UsageError('To accept the current causes, give both --owner and --expires');
      const baseline = await loadBaseline(flags.file);
      const result = await readReport(report, await loadWorkspace([], await loadConfiguredApis(flags.config)));
      if (owner === undefined || expires === undefined) await check(baseline, result, flags);
      else await update(baseline, result, { ...flags, owner, expires });
    });
}

async function check(baseline: Baseline, result: RunResult, flags: BaselineFlags): Promise<void> {
  const found = checkBaseline(baseline, result, today());
  await printResult(found, flags.json, () => {
    const { unlisted, accepted, expired, passing, notRun } = found;
    return [
      ...unlisted.map(
        (cause) => `new      ${cause.fingerprint} ${cause.title} Occurred ${describeOccurrences(cause)}.`,
      ),
      ...expired.map((entry) => `expired  ${describeEntry(entry)}; owner ${entry.owner}, expired ${entry.expires}`),
      ...passing.map((entry) => `passes   ${describeEntry(entry)}; remove it with --owner and --expires`),
      `${unlisted.length} new, ${accepted.length} accepted, ${expired.length} expired, ${passing.length} listed but passing, ${notRun.length} not run`,
    ].join('\n');
  });
  process.exitCode =
    result.unreachable !== undefined ? exitCodes.unreachable : isClean(found) ? exitCodes.clean : exitCodes.findings;
}

async function update(before: Baseline, result: RunResult, flags: UpdateFlags): Promise<void> {
  if (flags.expires < today()) throw new UsageError(`--expires ${flags.expires} is in the past; choose a future date`);
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
