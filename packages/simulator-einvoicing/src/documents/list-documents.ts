import type { DefinedCollection } from '@understudy/kernel';
import { handleForVerified } from '../access/acting-company.js';
import type { operations } from '../generated/types.js';
import {
  createNewestFirstPage,
  createPage,
  isInWindow,
  type ListPage,
  type OrderedEntries,
  pickFields,
  readWindow,
  selectOrdered,
  sortByFields,
  type TimeWindow,
  toIndexBounds,
} from '../list-page.js';
import { documentCollections, type StoredDocument } from './entities.js';
import { presentDocument } from './get-document.js';

const directions = { INCOMING: 'RECEIVED', RECEIVED: 'RECEIVED', OUTGOING: 'SENT', SENT: 'SENT' } as const;

/** Lists documents, with all filters, newest first (einvoicing.gap.documents-list). */
export const listDocuments = handleForVerified<'listDocuments'>(async ({ query }, context, acting) => {
  const received = readWindow(query, 'received_at');
  if ('refused' in received) return received;
  const created = readWindow(query, 'created_at');
  if ('refused' in created) return created;

  const direction = query.direction === undefined ? undefined : directions[query.direction];
  const ids = query['ids[]']?.map((id) => id.toLowerCase());
  const documents = acting.scope.collection(documentCollections.documents);
  const fields = query['fields[]'];
  const present = ({ body, headers }: ListPage<StoredDocument>) => ({
    status: 200 as const,
    headers,
    body: body.map((document) => pickFields(presentDocument(document, context.baseUrl), fields)),
  });
  const filter = { query, direction, received, created };
  const kept = keptOrder(documents, filter);
  if (kept !== undefined) return present(await createNewestFirstPage(kept, query, context));
  const wanted = (await candidates(documents, filter)).filter(
    (document) =>
      (direction === undefined || document.direction === direction) &&
      // einvoicing.gap.window-bounds: for a sent document, the time of acceptance.
      isInWindow(document.receivedAt ?? document.createdAt, received) &&
      isInWindow(document.createdAt, created) &&
      (ids?.includes(document.id) ?? true) &&
      (query['type[]']?.includes(document.type) ?? true) &&
      (query['status[]']?.includes(document.status) ?? true) &&
      (query.number === undefined || document.number === query.number) &&
      (query.reference === undefined || document.reference === query.reference) &&
      (query.query === undefined || mentions(document, query.query)),
  );
  const order = sortByFields(wanted, query['sort[]'] ?? ['-created_at'], {
    created_at: ({ createdAt }) => createdAt,
    received_at: ({ receivedAt }) => receivedAt ?? '',
    delivered_at: ({ deliveredAt }) => deliveredAt ?? '',
    number: ({ number }) => number ?? '',
    type: ({ type }) => type,
    status: ({ status }) => status,
  });
  return present(createPage(order, query, context));
});

function mentions({ number, reference, sender, recipient }: StoredDocument, part: string): boolean {
  const wanted = part.toLowerCase();
  return [number, reference, sender.name, recipient.name].some((text) => text?.toLowerCase().includes(wanted) ?? false);
}

type Documents = DefinedCollection<typeof documentCollections.documents>;

interface DocumentFilter {
  readonly query: NonNullable<operations['listDocuments']['parameters']['query']>;
  readonly direction: StoredDocument['direction'] | undefined;
  readonly received: TimeWindow;
  readonly created: TimeWindow;
}

/** Returns the selected documents if the store has them in the requested order, otherwise undefined. */
function keptOrder(documents: Documents, filter: DocumentFilter): OrderedEntries<StoredDocument> | undefined {
  const { query, received } = filter;
  const [sort = '-created_at', ...furtherSorts] = query['sort[]'] ?? [];
  const narrowed = [
    query['ids[]'],
    query['type[]'],
    query['status[]'],
    query.number,
    query.reference,
    query.query,
    received.from,
    received.to,
  ];
  const isKept = sort === '-created_at' && furtherSorts.length === 0 && narrowed.every((part) => part === undefined);
  return isKept ? byCreation(documents, filter) : undefined;
}

/** Returns the documents matching the most selective indexed part of the query. */
async function candidates(documents: Documents, filter: DocumentFilter): Promise<StoredDocument[]> {
  const { number, reference, 'ids[]': ids } = filter.query;
  if (ids !== undefined) {
    const found = await Promise.all([...new Set(ids.map((id) => id.toLowerCase()))].map((id) => documents.get(id)));
    return found.filter((document) => document !== undefined);
  }
  const narrowest = () => {
    if (number !== undefined) return selectOrdered(documents, 'number', [number], [number]);
    if (reference !== undefined) return selectOrdered(documents, 'reference', [reference], [reference]);
    return byCreation(documents, filter);
  };
  const found = await narrowest().range({ limit: Number.POSITIVE_INFINITY, reverse: true });
  return found.map(({ value }) => value);
}

function byCreation(documents: Documents, { direction, created }: DocumentFilter): OrderedEntries<StoredDocument> {
  return direction === undefined
    ? selectOrdered(documents, 'created', ...toIndexBounds([], created))
    : selectOrdered(documents, 'direction', ...toIndexBounds([direction], created));
}
