import type { Finding } from '@understudy/contract';

const shown = 3;

/** Formats the first few findings in one line. */
export function summarizeFindings(findings: readonly Finding[]): string {
  const messages = findings.slice(0, shown).map(({ message }) => message.replace(/\.$/, ''));
  const rest = findings.length - messages.length;
  return rest > 0 ? `${messages.join('; ')}; and ${rest} more` : messages.join('; ');
}
