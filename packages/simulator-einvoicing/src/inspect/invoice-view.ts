import { defineView } from '@understudy/kernel';
import { exchangeCollections } from '../exchange/entities.js';
import { decodeContent } from '../exchange/files.js';
import { readUpload } from '../exchange/read-upload.js';

/** An invoice as a page to read: parties, lines, VAT and totals of its file, and the rules that it breaks. */
export const invoiceView = defineView(exchangeCollections.invoices, async ({ value: invoice, owner }, context) => {
  const primary = invoice.files.find(({ type }) => type === 'PRIMARY_FILE');
  if (owner === undefined || primary === undefined) return [];
  const file = await context.scopes.of(owner).collection(exchangeCollections.files).get(primary.id);
  if (file === undefined) return [];
  const figures = await readUpload(context, 'createInvoiceFigures', decodeContent(file));
  return 'tooCostly' in figures ? [{ kind: 'text', title: primary.filename, lines: [figures.tooCostly] }] : figures;
});
