import { coverageOf } from '../coverage/coverage-of.js';
import { type LocatedFinding, locatedFindings } from './located-findings.js';
import { printable } from './printable.js';
import type { ReportFile, ReportInput } from './report-input.js';

const commands = { error: 'error', warning: 'warning', info: 'notice' } as const;
/** Most annotations of one kind that GitHub shows for a job. */
const mostAnnotations = 10;
const longestList = 50;

/** Workflow commands that annotate the scenarios (`annotations`), and a summary of the job in Markdown (`summary`). */
export function githubReport(input: ReportInput): ReportFile[] {
  const findings = locatedFindings(input.result, input.root);
  return [
    { name: 'annotations', text: findings.slice(0, mostAnnotations).map(annotation).join('') },
    { name: 'summary', text: summary(input, findings) },
  ];
}

function annotation({ finding, workflow, step, file, line }: LocatedFinding): string {
  const title = [workflow?.workflowId, step?.stepId, finding.ruleId].filter((part) => part !== undefined).join(' ');
  const fields = [
    ...(file === undefined ? [] : [`file=${property(file)}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
    `title=${property(title)}`,
  ];
  return `::${commands[finding.severity]} ${fields.join(',')}::${data(finding.message)}\n`;
}

/** What a workflow command's text may not hold as it is. */
function data(text: string): string {
  return printable(text.replaceAll('\r', ' ')).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function summary({ result, contracts, ledger, files }: ReportInput, findings: readonly LocatedFinding[]): string {
  const { passed, failed, skipped, workflows } = result.totals;
  const covered = coverageOf({ ledger, apis: contracts.keys(), files, result });
  const failures = result.workflows.filter(({ outcome }) => outcome === 'failed');
  const left = result.workflows.filter(({ cleanupIncomplete }) => cleanupIncomplete !== undefined);
  const reasons = new Map<string, number>();
  for (const { outcome, reason = '' } of result.workflows) {
    if (outcome === 'skipped') reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return `${[
    `## ${result.exitCode === 0 ? '✅' : '❌'} Understudy against ${cell(result.target)}`,
    '',
    '| workflows | passed | failed | skipped | claims proved | findings |',
    '|---|---|---|---|---|---|',
    `| ${workflows} | ${passed} | ${failed} | ${skipped} | ${covered.proved} of ${covered.testable} | ${findings.length} |`,
    ...(result.unreachable === undefined ? [] : ['', `**Unreachable:** ${cell(result.unreachable)}`]),
    ...section(
      'Left behind',
      left.map(({ workflowId, cleanupIncomplete = '' }) => `${cell(workflowId)}: ${cell(cleanupIncomplete)}`),
    ),
    ...section(
      'Findings of the run',
      result.findings.map(({ message, ruleId }) => `${cell(message)} \`${ruleId}\``),
    ),
    ...section(
      'Failed',
      failures.map((workflow) => failure(workflow.workflowId, workflow.reason, findings)),
    ),
    ...section(
      'Skipped',
      [...reasons].map(([reason, count]) => `${count} × ${cell(reason)}`),
    ),
    '',
  ].join('\n')}\n`;
}

function failure(workflowId: string, reason: string | undefined, findings: readonly LocatedFinding[]): string {
  const own = findings.filter(({ workflow }) => workflow?.workflowId === workflowId);
  const first = own[0]?.finding.message ?? reason ?? '';
  const more = own.length > 1 ? ` (and ${own.length - 1} more)` : '';
  return `**${cell(workflowId)}**: ${cell(first)}${more}`;
}

function section(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const shown = items.slice(0, longestList).map((item) => `- ${item}`);
  const rest = items.length > longestList ? [`- … and ${items.length - longestList} more`] : [];
  return ['', `### ${title}`, '', ...shown, ...rest];
}

/** Text as Markdown shows it as it is, on one line. */
function cell(text: string): string {
  return text.replace(/(?<!\s)\s*\n\s*/g, ' ').replace(/[\\`*_{}[\]<>#|~@]/g, '\\$&');
}
