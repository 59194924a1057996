import type { DefinedCollection } from '@understudy/kernel';
import { handleForVerified } from '../access/acting-company.js';
import { einvoicingErrors } from '../errors.js';
import { exchangeCollections, isInvoiceFetched, type StoredInvoice } from '../exchange/entities.js';
import type { operations } from '../generated/types.js';
import {
  createNewestFirstPage,
  createPage,
  isInWindow,
  type ListPage,
  pickFields,
  readWindow,
  selectOrdered,
  sortByFields,
  type TimeWindow,
  toIndexBounds,
} from '../list-page.js';
import { presentInvoice } from './get-invoice.js';

/** Lists sent or received invoices, with all filters, newest first (einvoicing.gap.list-envelope). */
export const listInvoices = handleForVerified<'listInvoices'>(async ({ query }, context, acting) => {
  const received = readWindow(query, 'received_at');
  if ('refused' in received) return received;
  const created = readWindow(query, 'created_at');
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

type Invoices = DefinedCollection<typeof exchangeCollections.invoices>;

interface InvoiceFilter {
  readonly query: NonNullable<operations['listInvoices']['parameters']['query']>;
  readonly received: TimeWindow;
  readonly created: TimeWindow;
}

/** Returns the selected invoices if the store has them in the requested order, or else undefined. */
function findSortedIndex(invoices: Invoices, { query, received, created }: InvoiceFilter) {
  const { direction, fetched } = query;
  const [sort = '-received_at', ...furtherSorts] = query['sort[]'] ?? [];
  const [status, ...furtherStates] = query['status[]'] ?? [];
  const isNamed = (query['ids[]'] ?? query.number ?? query.reference) !== undefined;
  if (isNamed || furtherSorts.length > 0 || furtherStates.length > 0) return undefined;
  if (status !== undefined && fetched !== undefined) return undefined;
  if (sort === '-created_at' && isOpen(received) && status === undefined && fetched === undefined) {
    return selectOrdered(invoices, 'created', ...toIndexBounds([direction], created));
  }
  if (sort !== '-received_at' || !isOpen(created)) return undefined;
  if (status !== undefined) return selectOrdered(invoices, 'status', ...toIndexBounds([direction, status], received));
  if (fetched !== undefined)
    return selectOrdered(invoices, 'fetched', ...toIndexBounds([direction, fetched], received));
  return selectOrdered(invoices, 'received', ...toIndexBounds([direction], received));
}

/** Lists the invoices matching the most selective part of the query that has an index in the store. */
async function listCandidateInvoices(invoices: Invoices, { query, received, created }: InvoiceFilter) {
  const { direction, number, reference, fetched, 'ids[]': ids, 'status[]': states } = query;
  if (ids !== undefined) {
    const found = await Promise.all([...new Set(ids.map((id) => id.toLowerCase()))].map((id) => invoices.get(id)));
    return found.filter((invoice) => invoice !== undefined);
  }
  const everything = { limit: Number.POSITIVE_INFINITY, reverse: true };
  const narrowest = () => {
    if (number !== undefined) return [selectOrdered(invoices, 'number', [direction, number], [direction, number])];
    if (reference !== undefined) {
      return [selectOrdered(invoices, 'reference', [direction, reference], [direction, reference])];
    }
    if (states !== undefined) {
      return [...new Set(states)].map((status) =>
        selectOrdered(invoices, 'status', ...toIndexBounds([direction, status], received)),
      );
    }
    if (fetched !== undefined)
      return [selectOrdered(invoices, 'fetched', ...toIndexBounds([direction, fetched], received))];
    return isOpen(created)
      ? [selectOrdered(invoices, 'received', ...toIndexBounds([direction], received))]
      : [selectOrdered(invoices, 'created', ...toIndexBounds([direction], created))];
  };
  const found = await Promise.all(narrowest().map((ordered) => ordered.range(everything)));
  return found.flat().map(({ value }) => value);
}

function isOpen({ from, to }: TimeWindow): boolean {
  return from === undefined && to === undefined;
}
