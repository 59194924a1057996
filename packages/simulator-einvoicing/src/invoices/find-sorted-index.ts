import type { DefinedCollection } from '@understudy/kernel';
import type { exchangeCollections, StoredInvoice } from '../exchange/entities.js';
import type { operations } from '../generated/types.js';
import { type TimeWindow, toIndexBounds } from '../paging/read-window.js';
import { type OrderedEntries, selectOrdered } from '../paging/select-ordered.js';

type Invoices = DefinedCollection<typeof exchangeCollections.invoices>;

/** The query of a list of invoices without the page. */
interface InvoiceFilter {
  readonly query: NonNullable<operations['listInvoices']['parameters']['query']>;
  readonly received: TimeWindow;
  readonly created: TimeWindow;
}

/** Returns the selected invoices if the store has them in the requested order, or else undefined. */
export function findSortedIndex(
  invoices: Invoices,
  { query, received, created }: InvoiceFilter,
): OrderedEntries<StoredInvoice> | undefined {
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
export async function listCandidateInvoices(
  invoices: Invoices,
  { query, received, created }: InvoiceFilter,
): Promise<StoredInvoice[]> {
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
