import { isRefusal, validateInvoice } from '@understudy/engine-invoicing';
import type { components } from './generated/types.js';

/** Readers of callers' files. They run in a worker thread, through {@link readUpload}. */
export { readDocument } from './documents/read-document.js';
export { readInvoiceFile } from './invoices/read-invoice-file.js';
export { formFields } from './print/form-fields.js';
export { readPackage } from './print/read-package.js';
export { figuresOfInvoice } from './views/figures-of-invoice.js';

/** The outcome of a file: its findings, or why it could not be read. */
type Judged = { readonly findings: components['schemas']['ValidationFinding'][] } | { readonly fault: string };

/** A file, and whether structure findings prevent the business rules. */
interface FileToJudge {
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
