import { isRefusal, validateInvoice } from '@understudy/engine-invoicing';
import type { components } from '../generated/types.js';

/** The outcome of a file: its findings, or why it could not be read. */
export type Judged = { readonly findings: components['schemas']['ValidationFinding'][] } | { readonly fault: string };

/** A file, and whether structure findings prevent the business rules. */
export interface FileToJudge {
  readonly bytes: Uint8Array;
  readonly stopAtSchema: boolean;
}

/** Judges a file, in a worker thread. */
export function judgeInvoice({ bytes, stopAtSchema }: FileToJudge): Judged {
  const result = validateInvoice(bytes, { stopAtSchema });
  if (isRefusal(result)) {
    const { reason, line, column } = result;
    const place = line === undefined ? '' : ` (line ${line}${column === undefined ? '' : `, column ${column}`})`;
    return { fault: `/body/file cannot be read: ${reason}${place}` };
  }
  const findings = result.findings.map(({ ruleId, severity, stage, location, line, message }) => ({
    rule_id: ruleId,
    severity,
    stage,
    location,
    line,
    message,
  }));
  return { findings };
}
