import type { DefinedCollection } from '@understudy/kernel';
import type { exchangeCollections, StoredInvoice } from '../exchange/entities.js';
import type { operations } from '../generated/types.js';
import { inOrder, type OrderedEntry } from '../paging/in-order.js';
import { boundsOf, type Window } from '../paging/read-window.js';

type Invoices = DefinedCollection<typeof exchangeCollections.invoices>;

/** The query of a list of invoices without the page. */
interface InvoiceFilter {
  readonly query: NonNullable<operations['listInvoices']['parameters']['query']>;
  readonly received: Window;
  readonly created: Window;
}

/** The selected invoices, if the store has them in the requested order. Undefined otherwise. */
export function keptOrder(
  invoices: Invoices,
  { query, received, created }: InvoiceFilter,
): OrderedEntry<StoredInvoice> | undefined {
  const { direction, fetched } = query;
  const [sort = '-received_at', ...furtherSorts] = query['sort[]'] ?? [];
  const [status, ...furtherStates] = query['status[]'] ?? [];
  const isNamed = (query['ids[]'] ?? query.number ?? query.reference) !== undefined;
  if (isNamed || furtherSorts.length > 0 || furtherStates.length > 0) return undefined;
  if (status !== undefined && fetched !== undefined) return undefined;
  if (sort === '-created_at' && isOpen(received) && status === undefined && fetched === undefined) {
    return inOrder(invoices, 'created', ...boundsOf([direction], created));
  }
  if (sort !== '-received_at' || !isOpen(created)) return undefined;
  if (status !== undefined) return inOrder(invoices, 'status', ...boundsOf([direction, status], received));
  if (fetched !== undefined) return inOrder(invoices, 'fetched', ...boundsOf([direction, fetched], received));
  return inOrder(invoices, 'received', ...boundsOf([direction], received));
}

/** All candidates: the invoices of the narrowest part of the query with an index in the store. */
export async function candidates(
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
    if (number !== undefined) return [inOrder(invoices, 'number', [direction, number], [direction, number])];
    if (reference !== undefined) {
      return [inOrder(invoices, 'reference', [direction, reference], [direction, reference])];
    }
    if (states !== undefined) {
      return [...new Set(states)].map((status) =>
        inOrder(invoices, 'status', ...boundsOf([direction, status], received)),
      );
    }
    if (fetched !== undefined) return [inOrder(invoices, 'fetched', ...boundsOf([direction, fetched], received))];
    return isOpen(created)
      ? [inOrder(invoices, 'received', ...boundsOf([direction], received))]
      : [inOrder(invoices, 'created', ...boundsOf([direction], created))];
  };
  const found = await Promise.all(narrowest().map((ordered) => ordered.range(everything)));
  return found.flat().map(({ value }) => value);
}

function isOpen({ from, to }: Window): boolean {
  return from === undefined && to === undefined;
}
