import { computeRunCoverage } from '../coverage/compute-coverage.js';
import { type Cause, describeOccurrences } from '../results/cause.js';
import { describeFlakyFailure, formatLocation, groupSkips } from './describe-failure.js';
import { escapeControlCharacters } from './escape-control-characters.js';
import { locateCause } from './relative-path.js';
import type { ReportFile, ReportInput } from './report-input.js';

const commands = { error: 'error', warning: 'warning', info: 'notice' } as const;
/** Maximum number of annotations of one kind that GitHub shows for a job. */
const maxAnnotations = 10;
const longestList = 50;

/** Formats workflow commands that annotate each cause (`annotations`) and a job summary in Markdown (`summary`). */
export function formatGithubReport(input: ReportInput): ReportFile[] {
  const shown = input.result.causes.slice(0, maxAnnotations);
  const annotations = shown.map((cause) => annotation(cause, input.root)).join('');
  return [
    { name: 'annotations', text: annotations },
    { name: 'summary', text: summary(input) },
  ];
}

function annotation(cause: Cause, root: string): string {
  const { severity, title, ruleId, place } = cause;
  const own = locateCause(cause, root);
  const fields = [
    ...(own === undefined ? [] : [`file=${property(formatLocation({ file: own.file }, root))}`]),
    ...(own?.line === undefined ? [] : [`line=${own.line}`]),
    `title=${property([cause.operationId, ruleId].filter((part) => part !== undefined).join(' '))}`,
  ];
  const where = own === place || place === undefined ? '' : ` (${formatLocation(place, root)})`;
  return `::${commands[severity]} ${fields.join(',')}::${data(`${title} Met ${describeOccurrences(cause)}.${where}`)}\n`;
}

/** Escapes text for a workflow command. */
function data(text: string): string {
  return escapeControlCharacters(text.replaceAll('\r', ' '))
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

const tableRow = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

function summary({ result, ledger, files, root }: ReportInput): string {
  const { passed, flaky, failed, skipped = 0, workflows, consequences } = result.totals;
  const covered = computeRunCoverage({ ledger, files, result });
  const left = result.workflows.filter(({ cleanupIncomplete }) => cleanupIncomplete !== undefined);
  const again = result.workflows.filter(({ outcome }) => outcome === 'flaky');
  const causes = result.causes.map((cause) => causeItem(cause, root));
  const facts = {
    ...{ workflows, passed, flaky, failed },
    ...(skipped === 0 ? {} : { skipped }),
    ...{ 'claims proved': `${covered.proved} of ${covered.testable}`, causes: result.causes.length },
  };
  return `${[
    `## ${result.exitCode === 0 ? '✅' : '❌'} Understudy against ${cell(result.target)}`,
    '',
    tableRow(Object.keys(facts)),
    tableRow(Object.keys(facts).map(() => '---')),
    tableRow(Object.values(facts)),
    ...section('Causes', causes),
    ...(consequences === 0
      ? []
      : ['', `${consequences} of the ${failed} failed workflows lacked the output of an earlier step.`]),
    ...section(
      'Passed only when run again',
      again.map(({ workflowId, earlier }) => `${cell(workflowId)}: ${cell(describeFlakyFailure(earlier))}`),
    ),
    ...section(
      'Left behind',
      left.map(({ workflowId, cleanupIncomplete = '' }) => `${cell(workflowId)}: ${cell(cleanupIncomplete)}`),
    ),
    ...section(
      'Skipped',
      groupSkips(result.workflows).map(({ reason, workflows: names }) => `${names.length} × ${cell(reason)}`),
    ),
    '',
  ].join('\n')}\n`;
}

function causeItem(cause: Cause, root: string): string {
  const { title, ruleId, fingerprint, place } = cause;
  const at = place === undefined ? '' : `; ${cell(formatLocation(place, root))}`;
  return `**${cell(title)}** ${cell(describeOccurrences(cause))}${at} \`${ruleId}\` \`${fingerprint}\``;
}

function section(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const shown = items.slice(0, longestList).map((item) => `- ${item}`);
  const rest = items.length > longestList ? [`- … and ${items.length - longestList} more`] : [];
  return ['', `### ${title}`, '', ...shown, ...rest];
}

/** Escapes text for a Markdown table cell. */
function cell(text: string): string {
  return escapeControlCharacters(text)
    .replace(/(?<!\s)\s*\n\s*/g, ' ')
    .replace(/[\\`*_{}[\]<>#|~@]/g, '\\$&');
}
