/**
 * Invoices as pure functions: bytes in, a model of the EN 16931 business terms or findings out, without clock,
 * randomness or I/O.
 *
 * @example
 * ```ts
 * import { isRejection, readInvoice, summarizeInvoice, writeFinvoice } from '@understudy/engine-invoicing';
 *
 * const invoice = readInvoice(bytes); // UBL 2.1 or Finvoice, any encoding a file may be in
 * if (isRejection(invoice)) throw new Error(`${invoice.reason} (line ${invoice.line})`);
 * summarizeInvoice(invoice).payable; // '1250.00'
 * const finvoice = writeFinvoice(invoice.model); // Finvoice 3.0
 * ```
 *
 * @packageDocumentation
 */
export { convertInvoice, listConversionLosses } from './convert-invoice.js';
export { findSumErrors } from './find-sum-errors.js';
export { writeFinvoice } from './finvoice/finvoice.js';
export {
  isCreditorReference,
  isFinnishReference,
  isIban,
  isNorwegianKid,
  isSwedishOcr,
} from './identifiers/check-digits.js';
export { type InvoiceRejection, isRejection } from './invoice-rejection.js';
export type { Invoice, InvoiceParty, InvoiceTotals } from './model/invoice.js';
export { detectFormat, type InvoiceDocument, readInvoice } from './read-invoice.js';
export { summarizeFile } from './summarize-file.js';
export { type InvoiceSummary, type PartySummary, summarizeInvoice } from './summarize-invoice.js';
export { writeUbl } from './ubl/ubl.js';
export type { InvoiceFinding } from './validation/rule.js';
export { validateInvoice } from './validation/validate-invoice.js';
