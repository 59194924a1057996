import { formatOperand } from '../expressions/evaluate-condition.js';
import { type Cause, describeOccurrences } from '../results/cause.js';
import { escapeControlCharacters } from './escape-control-characters.js';
import { formatCurlCommand } from './format-curl-command.js';
import { toRelativePath } from './relative-path.js';

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
export function truncateLine(text: string, longest = 200): string {
  const line = text.replace(/(?<!\s)\s*\n\s*/g, ' ');
  return line.length > longest ? `${line.slice(0, longest)}… (${text.length} characters)` : line;
}
