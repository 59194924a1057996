import type { Finding } from '@understudy/contract';
import { formatOperand } from '../expressions/evaluate-condition.js';
import { type Cause, describeOccurrences } from '../results/cause.js';
import type { RedactedExchange } from '../results/exchange.js';
import type { PreviousAttempt, StepResult, WorkflowResult } from '../results/result.js';
import { escapeControlCharacters } from './escape-control-characters.js';
import { formatCurlCommand } from './format-curl-command.js';
import { toRelativePath } from './relative-path.js';

const longestText = 500;

/** Explains in one line why a workflow could not continue. */
export function describeConsequence({ consequence }: WorkflowResult): string[] {
  if (consequence === undefined) return [];
  const { stepId, lacks, causes } = consequence;
  const what = stepId === '' ? `It depends on ${lacks}, which failed` : `The step ${stepId} lacks ${lacks}`;
  return [`${what}: a consequence${causes.length === 0 ? '' : ` of ${causes.join(', ')}`}.`].map(
    escapeControlCharacters,
  );
}

/**
 * Formats a failed workflow as lines: every finding with expected and actual values, the exchange, and a curl command
 * to repeat it.
 */
export function describeFailure(workflow: WorkflowResult): string[] {
  const lines = workflow.reason === undefined ? [] : [workflow.reason];
  for (const finding of workflow.findings) lines.push(...describeFinding(finding));
  for (const step of workflow.steps) if (step.findings.length > 0) lines.push(...describeStep(step, workflow));
  if (workflow.cleanupIncomplete !== undefined) lines.push(`cleanup incomplete: ${workflow.cleanupIncomplete}`);
  return lines.map(escapeControlCharacters);
}

/** Formats a finding as lines: location, rule, message and values. */
export function describeFinding(finding: Finding): string[] {
  const place =
    finding.file === undefined ? '' : `${finding.file}${finding.line === undefined ? '' : `:${finding.line}`}  `;
  const pointer = finding.file === undefined && finding.pointer !== '' ? ` at ${finding.pointer}` : '';
  const lines = [`${place}${finding.message} [${finding.ruleId}${pointer}]`];
  if ('expected' in finding) lines.push(`  expected ${formatOperand(finding.expected)}`);
  if ('actual' in finding) lines.push(`  actual   ${formatOperand(finding.actual)}`);
  return lines.map(escapeControlCharacters);
}

function describeStep(step: StepResult, workflow: WorkflowResult): string[] {
  const tries = step.attempts.length > 1 ? `, ${step.attempts.length} tries` : '';
  const within = step.workflowId === workflow.workflowId ? '' : ` of ${step.workflowId}`;
  const exchange = step.attempts.findLast((attempt) => attempt.exchange !== undefined)?.exchange;
  const lines = [
    ...step.findings.flatMap(describeFinding),
    ...(exchange === undefined ? [] : describeExchange(exchange)),
  ];
  const place = `${step.file}${step.line === undefined ? '' : `:${step.line}`}`;
  return [`step ${step.stepId}${within} (${place}${tries})`, ...lines.map((line) => `  ${line}`)];
}

function describeExchange(exchange: RedactedExchange): string[] {
  const { request, response } = exchange;
  const lines = [`> ${request.method} ${request.url}`];
  for (const [name, value] of Object.entries(request.headers)) lines.push(`> ${name}: ${value}`);
  if (request.body !== undefined) lines.push(`> ${truncateLine(request.body, longestText)}`);
  for (const note of exchange.requestNotes) lines.push(`  the request violates the contract: ${note}`);
  if (response === undefined) lines.push(`< no response: ${exchange.error ?? ''}`);
  else {
    lines.push(`< ${response.status} ${response.headers['content-type'] ?? ''}`.trimEnd());
    lines.push(response.body === undefined ? '< (no body)' : `< ${truncateLine(response.body, longestText)}`);
  }
  return [...lines, `repeat: ${formatCurlCommand(exchange)}`];
}

/** Describes the first error of a workflow that passed after a retry. */
export function describeFlakyFailure([first]: readonly PreviousAttempt[] = []): string {
  const findings = [...(first?.steps ?? []).flatMap((step) => step.findings), ...(first?.findings ?? [])];
  return findings.find(({ severity }) => severity === 'error')?.message ?? '';
}

/** Groups skipped workflows by reason, the most frequent first. */
export function groupSkips(workflows: readonly WorkflowResult[]): { reason: string; workflows: string[] }[] {
  const reasons = new Map<string, string[]>();
  for (const { outcome, reason = 'no reason given', workflowId } of workflows) {
    if (outcome === 'skipped') reasons.set(reason, [...(reasons.get(reason) ?? []), workflowId]);
  }
  return [...reasons]
    .map(([reason, names]) => ({ reason, workflows: names }))
    .sort((left, right) => right.workflows.length - left.workflows.length);
}

/** Formats a cause as lines: title, locations, claims, first response and a curl command. */
export function describeCause(cause: Cause, number: number, root: string): string[] {
  const { title, ruleId, fingerprint, place, claims, gaps, exchange, occurrences, kind } = cause;
  const [first] = occurrences;
  const at = place === undefined ? '' : formatLocation(place, root);
  const met =
    first === undefined || first.stepId === ''
      ? ''
      : `; first at ${formatLocation(first, root)} ${first.stepOf ?? first.workflowId}.${first.stepId}`;
  const about = [
    ...(at !== '' && kind === 'contract' ? [`described at ${at}`] : []),
    ...(at !== '' && kind === 'run' ? [at] : []),
    ...(claims.length === 0 ? [] : [`claim ${claims.join(', ')}`]),
    ...(gaps.length === 0 ? [] : [`gap ${gaps.join(', ')}`]),
  ];
  return [
    `${number}. ${cause.api === undefined ? '' : `${cause.api}: `}${title} [${ruleId} ${fingerprint}]`,
    `   ${describeOccurrences(cause)}${met}`,
    ...(about.length === 0 ? [] : [`   ${about.join('; ')}`]),
    ...valuesOf(cause),
    ...(exchange === undefined ? [] : [`   < ${describeResponse(exchange)}`, `   ${formatCurlCommand(exchange)}`]),
  ].map(escapeControlCharacters);
}

function valuesOf(cause: Cause): string[] {
  const parts = [
    ...('expected' in cause ? [`expected ${truncateLine(formatOperand(cause.expected))}`] : []),
    ...('actual' in cause ? [`actual ${truncateLine(formatOperand(cause.actual))}`] : []),
  ];
  return parts.length === 0 ? [] : [`   ${parts.join('; ')}`];
}

function describeResponse({ response, error = 'no response' }: NonNullable<Cause['exchange']>): string {
  if (response === undefined) return error;
  return `${response.status} ${response.headers['content-type'] ?? ''} ${truncateLine(response.body ?? '(no body)')}`;
}

/** Formats a location so that editors and terminals can open it. */
export function formatLocation({ file, line }: { file: string; line?: number }, root: string): string {
  return `${toRelativePath(file, root)}${line === undefined ? '' : `:${line}`}`;
}

/** Returns a text on one line, truncated to a maximum length. */
function truncateLine(text: string, longest = 200): string {
  const line = text.replace(/(?<!\s)\s*\n\s*/g, ' ');
  return line.length > longest ? `${line.slice(0, longest)}… (${text.length} characters)` : line;
}
