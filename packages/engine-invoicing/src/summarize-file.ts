import { type InvoiceRejection, isRejection } from './invoice-rejection.js';
import { UnreadableInvoiceError } from './model/reading.js';
import { findFormat, findInvoiceRoot, readInvoiceFrom } from './read-invoice.js';
import { type InvoiceSummary, summarizeInvoice } from './summarize-invoice.js';
import { pathsByFormat, summarizeOtherFormat } from './summarize-other.js';
import { readXml } from './xml/read-xml.js';

/** The summary for sending a file, also of formats that are forwarded unchanged (einvoicing.gap.invoice-xml-kinds). */
export const summarizeFile = (bytes: Uint8Array): InvoiceSummary | InvoiceRejection => {
  const document = readXml(bytes);
  if (isRejection(document)) return document;
  const root = findInvoiceRoot(document);
  if (isRejection(root)) return root;
  const { code } = findFormat(root, document.encoding);
  const places = pathsByFormat.get(code);
  if (places === undefined) {
    const read = readInvoiceFrom(root, document.encoding);
    return isRejection(read) ? read : summarizeInvoice(read);
  }
  try {
    return summarizeOtherFormat(root, code, places);
  } catch (error) {
    if (error instanceof UnreadableInvoiceError) return error.refusal;
    throw error;
  }
};
