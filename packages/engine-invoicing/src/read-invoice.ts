import { type DetectedFormat, findFormat, findInvoiceRoot } from './detect-format.js';
import { readFinvoice } from './finvoice/read-finvoice.js';
import { type InvoiceRejection, isRejection } from './invoice-rejection.js';
import type { Invoice } from './model/invoice.js';
import { UnreadableInvoiceError } from './model/reading.js';
import { readUbl } from './ubl/read-ubl.js';
import { readXml } from './xml/read-xml.js';
import { toXpath } from './xml/to-xpath.js';
import type { XmlElement } from './xml/xml-element.js';

export interface InvoiceDocument {
  readonly format: 'UBL' | 'FINVOICE';
  /** Format code, such as PEPPOLBIS30 or FINVOICE30. */
  readonly code: string;
  readonly version: string;
  readonly encoding: string;
  readonly model: Invoice;
}

const FINVOICE_VERSIONS = new Set(['1.3', '2.0', '2.01', '3.0']);

const notRead = (root: XmlElement, format: DetectedFormat): InvoiceRejection => ({
  refused: true,
  code: format.code === 'UNKNOWN' ? 'invoice/not-an-invoice' : 'invoice/unsupported-format',
  reason:
    format.code === 'UNKNOWN'
      ? `The document element is ${root.name}; send a UBL 2.1 Invoice or CreditNote, or a Finvoice`
      : `The file is ${format.code}; all terms are read of UBL 2.1 Invoice and CreditNote and of Finvoice only`,
  line: root.line,
  column: root.column,
  location: toXpath(root),
});

export const readInvoiceFrom = (root: XmlElement, encoding: string): InvoiceDocument | InvoiceRejection => {
  const format = findFormat(root, encoding);
  if (format.kind === 'OTHER') return notRead(root, format);
  if (format.kind === 'FINVOICE' && !FINVOICE_VERSIONS.has(format.version ?? '')) {
    return {
      refused: true,
      code: 'invoice/unsupported-format',
      reason: `The Finvoice has version ${JSON.stringify(format.version)}; supported versions: 1.3, 2.0, 2.01 and 3.0`,
      line: root.line,
      column: root.column,
      location: toXpath(root, 'Version'),
    };
  }
  try {
    return {
      format: format.kind === 'FINVOICE' ? 'FINVOICE' : 'UBL',
      code: format.code,
      version: format.version ?? '',
      encoding,
      model: format.kind === 'FINVOICE' ? readFinvoice(root) : readUbl(root),
    };
  } catch (error) {
    if (error instanceof UnreadableInvoiceError) return error.refusal;
    throw error;
  }
};

/** Reads UBL 2.1 or Finvoice 1.3 to 3.0 into the one model, or rejects it. No file content throws. */
export const readInvoice = (bytes: Uint8Array): InvoiceDocument | InvoiceRejection => {
  const document = readXml(bytes);
  if (isRejection(document)) return document;
  const root = findInvoiceRoot(document);
  return isRejection(root) ? root : readInvoiceFrom(root, document.encoding);
};
