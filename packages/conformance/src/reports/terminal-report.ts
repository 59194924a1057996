import type { Reporter } from '../engine/events.js';
import type { RunResult, WorkflowResult } from '../engine/result.js';
import { describeFailure, describeFinding } from './describe-failure.js';
import { printable } from './printable.js';

export interface TerminalOptions {
  /** Takes whole lines, without their line end. */
  write(line: string): void;
  /** ANSI colours; see `wantsColor`. */
  color: boolean;
}

/** Colours only for a terminal, and never where `NO_COLOR` is set to anything (no-color.org). */
export function wantsColor(
  stream: { isTTY?: boolean | undefined },
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  return stream.isTTY === true && (environment['NO_COLOR'] ?? '') === '';
}

/** Reasons that hold for all workflows from one on; the first of them tells it. */
const toldAtOnce = /^not run: /;

/** One line per workflow as it finishes, then every failure in full, then the numbers. */
export function createTerminalReport({ write, color }: TerminalOptions): Reporter {
  const paint = (code: number, text: string): string => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const words = { passed: paint(32, '  ok'), failed: paint(31, 'FAIL'), skipped: paint(33, 'skip') };
  let planned = 0;
  let finished = 0;
  const told = new Set<string>();
  return (event) => {
    if (event.type === 'run-started') {
      planned = event.workflows;
      const seed = event.seed === null ? '' : `, seed ${event.seed}`;
      write(`${count(planned, 'workflow')} against ${event.target}, ${event.jobs} at a time${seed}`);
    } else if (event.type === 'workflow-finished') {
      finished++;
      const progress = `[${String(finished).padStart(String(planned).length)}/${planned}]`;
      const { reason } = event.result;
      if (reason !== undefined && toldAtOnce.test(reason)) {
        if (told.has(reason)) return;
        told.add(reason);
      }
      write(`${words[event.result.outcome]} ${progress} ${printable(headline(event.result))}`);
    } else if (event.type === 'run-finished') {
      for (const line of closing(event.result, (text) => paint(31, text))) write(line);
    }
  };
}

function headline(result: WorkflowResult): string {
  const name = `${result.file} ${result.workflowId}`;
  if (result.outcome === 'skipped') return `${name}: ${result.reason ?? ''}`;
  return `${name} (${count(result.steps.length, 'step')}, ${result.durationMilliseconds} ms)`;
}

function closing(result: RunResult, red: (text: string) => string): string[] {
  const lines: string[] = [];
  for (const workflow of result.workflows) {
    if (workflow.outcome !== 'failed') continue;
    const place = workflow.line === undefined ? workflow.file : `${workflow.file}:${workflow.line}`;
    lines.push('', red(`FAIL ${place} ${workflow.workflowId}`));
    if (workflow.summary !== undefined) lines.push(`  ${workflow.summary}`);
    lines.push(...describeFailure(workflow).map((line) => `  ${line}`));
  }
  if (result.findings.length > 0) lines.push('', ...result.findings.flatMap(describeFinding));
  if (result.unreachable !== undefined) lines.push('', red(printable(result.unreachable)));
  lines.push(...describeLeftovers(result).map((line) => (line === '' ? line : red(printable(line)))));
  const { passed, failed, skipped, steps } = result.totals;
  lines.push(
    '',
    `${passed} passed, ${failed} failed, ${skipped} skipped; ${count(steps, 'step')} in ${result.durationMilliseconds} ms`,
  );
  return lines;
}

/** What has to be removed by hand, and what cannot be removed. */
function describeLeftovers({ workflows, runId }: RunResult): string[] {
  const left = workflows.flatMap(({ workflowId, cleanupIncomplete }) =>
    cleanupIncomplete === undefined ? [] : [`  ${workflowId}: ${cleanupIncomplete}`],
  );
  const resources = workflows.flatMap((workflow) => workflow.resources ?? []);
  const named = runId === undefined ? '' : ` (run id ${runId})`;
  const permanent = resources.filter(({ state }) => state === 'permanent').length;
  return [
    ...(left.length === 0 ? [] : ['', `Left behind on the target${named}:`, ...left]),
    ...(permanent === 0
      ? []
      : [
          '',
          `${count(permanent, 'call')} made what no documented call takes away${named}; the JSON report lists them.`,
        ]),
  ];
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
