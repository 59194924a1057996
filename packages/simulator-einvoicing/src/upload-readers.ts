import { isRejection, validateInvoice } from '@understudy/engine-invoicing';
import type { components } from './generated/types.js';

/** Readers of callers' files. They run in a worker thread, through {@link readUpload}. */
export { readDocument } from './documents/read-document.js';
export { createInvoiceFigures } from './invoice-figures.js';
export { readInvoiceFile } from './invoices/read-invoice-file.js';
export { parseFormFields, readPackage } from './print/read-package.js';

export function judgeInvoice(file: {
  readonly bytes: Uint8Array;
  readonly stopAtSchema: boolean;
}): { readonly findings: components['schemas']['ValidationFinding'][] } | { readonly fault: string } {
  const result = validateInvoice(file.bytes, file);
  if (isRejection(result)) {
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
