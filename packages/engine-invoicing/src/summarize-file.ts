import { formatOf, invoiceRootOf } from './detect-format.js';
import { Unreadable } from './model/reading.js';
import { pathsByFormat } from './other-formats/invoice-paths.js';
import { summarizeOther } from './other-formats/summarize-other.js';
import { readInvoiceFrom } from './read-invoice.js';
import { isRefusal, type Refusal } from './refusal.js';
import { type InvoiceSummary, summarizeInvoice } from './summarize-invoice.js';
import { readXml } from './xml/read-xml.js';

/** The summary for sending a file, also of formats that are forwarded unchanged (einvoicing.gap.invoice-xml-kinds). */
export const summarizeFile = (bytes: Uint8Array): InvoiceSummary | Refusal => {
  const document = readXml(bytes);
  if (isRefusal(document)) return document;
  const root = invoiceRootOf(document);
  if (isRefusal(root)) return root;
  const { code } = formatOf(root, document.encoding);
  const places = pathsByFormat.get(code);
  if (places === undefined) {
    const read = readInvoiceFrom(root, document.encoding);
    return isRefusal(read) ? read : summarizeInvoice(read);
  }
  try {
    return summarizeOther(root, code, places);
  } catch (error) {
    if (error instanceof Unreadable) return error.refusal;
    throw error;
  }
};
