import type { OperationHandler } from '@understudy/kernel';
import type { ActingCompany } from '../access/find-acting-company.js';
import { einvoicingErrors } from '../errors.js';
import { exchangeCollections, type StoredInvoice } from '../exchange/entities.js';
import { findInvoice } from '../exchange/find-invoice.js';
import { decodeContent } from '../exchange/store-files.js';
import type { operations } from '../generated/types.js';

/** Records that the company has downloaded a received invoice, once. */
export async function markFetched({ scope }: Pick<ActingCompany, 'scope'>, invoice: StoredInvoice): Promise<void> {
  if (invoice.direction !== 'RECEIVED' || invoice.fetched === true) return;
  await scope.collection(exchangeCollections.invoices).put(invoice.id, { ...invoice, fetched: true });
}

/** Returns the original bytes of an invoice's file. */
export const getInvoiceFile: OperationHandler<operations['getInvoiceFile']> = async ({ path }, context) => {
  const found = await findInvoice(context, path.id);
  if ('refused' in found) return found;
  const { scope } = found.acting;
  const file = await scope.collection(exchangeCollections.files).get(path.file_id.toLowerCase());
  if (file?.invoiceId !== found.invoice.id) return einvoicingErrors.notFound();
  await markFetched(found.acting, found.invoice);
  return { status: 200, body: decodeContent(file), headers: { 'content-type': file.mimetype } };
};
