import type { RunListener, RunResult, WorkflowResult } from '../results/result.js';
import {
  describeCause,
  describeConsequence,
  describeFailure,
  describeFlakyFailure,
  groupSkips,
} from './describe-failure.js';
import { escapeControlCharacters } from './escape-control-characters.js';

interface TerminalOptions {
  /** Writes a line. The text does not include the line break. */
  write(line: string): void;
  color: boolean;
  /** Prints a line for every workflow, every failure and every skipped workflow. By default, up to ten workflows get a line. */
  verbose?: boolean | undefined;
  /** The directory that paths are relative to. Defaults to the working directory. */
  root?: string | undefined;
}

/** Maximum number of workflows for verbose output by default. More lines would hide errors. */
const fewWorkflows = 10;
/** Number of progress lines in a long run. */
const progressLines = 5;

/** Maximum number of causes to print. Reports contain the rest. */
const maxCauses = 20;

/** Prints progress, causes, skipped workflows by reason, and totals. */
export function createTerminalReport({
  write,
  color,
  verbose = false,
  root = process.cwd(),
}: TerminalOptions): RunListener {
  const paint = (code: number, text: string): string => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const red = (text: string): string => paint(31, text);
  const words = {
    passed: paint(32, '  ok'),
    flaky: paint(33, 'flky'),
    failed: red('FAIL'),
    skipped: paint(33, 'skip'),
  };
  const done = { passed: 0, flaky: 0, failed: 0, skipped: 0 };
  let planned = 0;
  let finished = 0;
  return (event) => {
    if (event.type === 'run-started') {
      planned = event.workflows;
      const seed = event.seed === null ? '' : `, seed ${event.seed}`;
      write(`${count(planned, 'workflow')} against ${event.target}, ${event.jobs} at a time${seed}`);
    } else if (event.type === 'workflow-finished') {
      finished++;
      done[event.result.outcome]++;
      const progress = `[${String(finished).padStart(String(planned).length)}/${planned}]`;
      if (verbose || planned <= fewWorkflows) {
        write(`${words[event.result.outcome]} ${progress} ${escapeControlCharacters(headline(event.result))}`);
      } else if (
        Math.floor((finished * progressLines) / planned) > Math.floor(((finished - 1) * progressLines) / planned)
      ) {
        write(
          `${progress} ${done.passed} passed, ${flakyText(done.flaky)}${done.failed} failed${skippedText(done.skipped)}`,
        );
      }
    } else if (event.type === 'run-finished') {
      if (verbose) for (const line of failures(event.result, red)) write(line);
      for (const line of closing(event.result, { red, root, listsSkips: verbose })) write(line);
    }
  };
}

function headline(result: WorkflowResult): string {
  const name = `${result.file} ${result.workflowId}`;
  if (result.outcome === 'skipped') return `${name}: ${result.reason ?? ''}`;
  return `${name} (${count(result.steps.length, 'step')}, ${result.durationMilliseconds} ms)`;
}

function failures({ workflows }: RunResult, red: (text: string) => string): string[] {
  return workflows.flatMap((workflow) => {
    if (workflow.outcome !== 'failed') return [];
    const place = workflow.line === undefined ? workflow.file : `${workflow.file}:${workflow.line}`;
    return [
      '',
      red(`FAIL ${place} ${workflow.workflowId}`),
      ...(workflow.summary === undefined ? [] : [`  ${workflow.summary}`]),
      ...[...describeConsequence(workflow), ...describeFailure(workflow)].map((line) => `  ${line}`),
    ];
  });
}

function closing(
  result: RunResult,
  { red, root, listsSkips }: { red(text: string): string; root: string; listsSkips: boolean },
): string[] {
  const lines: string[] = [];
  // Leftover resources are listed below.
  const told = result.causes.filter(({ ruleId }) => ruleId !== 'run/left-behind');
  for (const [index, cause] of told.slice(0, maxCauses).entries()) {
    const [title = '', ...rest] = describeCause(cause, index + 1, root);
    lines.push('', cause.severity === 'error' ? red(title) : title, ...rest);
  }
  if (told.length > maxCauses) {
    lines.push('', `and ${count(told.length - maxCauses, 'cause')} more; the JSON and HTML reports have them all`);
  }
  const skips = groupSkips(result.workflows);
  if (skips.length > 0) lines.push('');
  for (const { reason, workflows } of skips) {
    lines.push(escapeControlCharacters(`skipped ${count(workflows.length, 'workflow')}: ${reason}`));
    if (listsSkips) lines.push(...workflows.map((name) => `  ${escapeControlCharacters(name)}`));
  }
  lines.push(...describeLeftovers(result).map((line) => (line === '' ? line : red(escapeControlCharacters(line)))));
  const unsteady = result.workflows.filter(({ outcome }) => outcome === 'flaky');
  if (unsteady.length > 0) {
    lines.push('', `${count(unsteady.length, 'workflow')} passed only on a retry:`);
    for (const { workflowId, earlier } of unsteady)
      lines.push(escapeControlCharacters(`  ${workflowId}: ${describeFlakyFailure(earlier)}`));
  }
  const { passed, flaky, failed, skipped = 0, consequences, steps } = result.totals;
  const stopped = consequences === 0 ? '' : ` (${consequences} of them lacked the output of an earlier step)`;
  const causes = result.causes.filter(({ severity }) => severity === 'error').length;
  lines.push(
    '',
    `${passed} passed, ${flakyText(flaky)}${failed} failed${stopped}${skippedText(skipped)}; ${count(steps, 'step')} in ${result.durationMilliseconds} ms`,
    ...(causes === 0 ? [] : [`${count(causes, 'cause')}; exit code ${result.exitCode}`]),
  );
  return lines;
}

function skippedText(skipped: number): string {
  return skipped === 0 ? '' : `, ${skipped} skipped`;
}

function flakyText(flaky: number): string {
  return flaky === 0 ? '' : `${flaky} flaky, `;
}

/** Lists the resources that a person must remove, and permanent resources. */
function describeLeftovers({ workflows, runId }: RunResult): string[] {
  const left = workflows.flatMap(({ workflowId, cleanupIncomplete }) =>
    cleanupIncomplete === undefined ? [] : [`  ${workflowId}: ${cleanupIncomplete}`],
  );
  const resources = workflows.flatMap((workflow) => workflow.resources ?? []);
  const named = runId === undefined ? '' : ` (run id ${runId})`;
  const permanent = resources.filter(({ state }) => state === 'permanent').length;
  const noRevert = `had effects that no documented request can revert${named}; the JSON report lists them.`;
  return [
    ...(left.length === 0 ? [] : ['', `Remaining on the target${named}:`, ...left]),
    ...(permanent === 0 ? [] : ['', `${count(permanent, 'call')} ${noRevert}`]),
  ];
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
