import type { Acting } from '../access/acting-company.js';
import { exchangeCollections, type StoredInvoice } from '../exchange/entities.js';

/** Notes that the company has downloaded a received invoice; nothing is written for one that it had before. */
export async function markFetched({ scope }: Pick<Acting, 'scope'>, invoice: StoredInvoice): Promise<void> {
  if (invoice.direction !== 'RECEIVED' || invoice.fetched === true) return;
  await scope.collection(exchangeCollections.invoices).put(invoice.id, { ...invoice, fetched: true });
}
