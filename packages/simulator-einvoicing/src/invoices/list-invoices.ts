import { handleForCompany } from '../access/handle-for-company.js';
import { requireVerified } from '../access/require-verified.js';
import { einvoicingErrors } from '../errors.js';
import { exchangeCollections, isInvoiceFetched, type StoredInvoice } from '../exchange/entities.js';
import { sortByFields } from '../exchange/sorted.js';
import type { operations } from '../generated/types.js';
import { createNewestFirstPage, createPage, type ListPage } from '../paging/create-page.js';
import { pickFields } from '../paging/pick-fields.js';
import { isInWindow, readWindow } from '../paging/read-window.js';
import { findSortedIndex, listCandidateInvoices } from './find-sorted-index.js';
import { presentInvoice } from './present-invoice.js';

/** Lists sent or received invoices, with all filters, newest first (einvoicing.gap.list-envelope). */
export const listInvoices = handleForCompany<operations['listInvoices']>(async ({ query }, context, acting) => {
  const unverified = requireVerified(acting.company);
  if (unverified !== undefined) return unverified;
  const received = readWindow(query.received_at_start, query.received_at_end, ['received_at_start', 'received_at_end']);
  if ('refused' in received) return received;
  const created = readWindow(query.created_at_start, query.created_at_end, ['created_at_start', 'created_at_end']);
  if ('refused' in created) return created;
  if (query.fetched !== undefined && query.direction === 'SENT') {
    return einvoicingErrors.badRequest([
      '/query/fetched goes with direction=RECEIVED: only what was received is fetched',
    ]);
  }

  const ids = query['ids[]']?.map((id) => id.toLowerCase());
  const invoices = acting.scope.collection(exchangeCollections.invoices);
  const fields = query['fields[]'];
  const present = ({ body, headers }: ListPage<StoredInvoice>) => ({
    status: 200 as const,
    headers,
    body: body.map((invoice) => pickFields(presentInvoice(invoice, context.baseUrl), fields)),
  });
  const filter = { query, received, created };
  const kept = findSortedIndex(invoices, filter);
  if (kept !== undefined) return present(await createNewestFirstPage(kept, query, context));
  const wanted = (await listCandidateInvoices(invoices, filter)).filter(
    (invoice) =>
      invoice.direction === query.direction &&
      isInWindow(invoice.receivedAt, received) &&
      isInWindow(invoice.createdAt, created) &&
      (query['status[]']?.includes(invoice.status) ?? true) &&
      (query.fetched === undefined || isInvoiceFetched(invoice) === query.fetched) &&
      (ids?.includes(invoice.id) ?? true) &&
      (query.number === undefined || invoice.facts.number === query.number) &&
      (query.reference === undefined || invoice.facts.reference === query.reference),
  );
  const order = sortByFields(wanted, query['sort[]'] ?? ['-received_at'], {
    received_at: ({ receivedAt }) => receivedAt,
    created_at: ({ createdAt }) => createdAt,
    date: ({ facts }) => facts.date,
    date_due: ({ facts }) => facts.dueDate ?? '',
    number: ({ facts }) => facts.number,
    sum: ({ facts }) => facts.sum,
    status: ({ status }) => status,
  });
  return present(createPage(order, query, context));
});
