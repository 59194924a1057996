import type { CollectionOf } from '@understudy/kernel';
import type { operations } from '../generated/types.js';
import { inOrder, type Ordered } from '../paging/in-order.js';
import { boundsOf, type Window } from '../paging/read-window.js';
import type { documentCollections, StoredDocument } from './entities.js';

type Documents = CollectionOf<typeof documentCollections.documents>;

/** The query of a list of documents without the page. */
export interface DocumentFilter {
  readonly query: NonNullable<operations['listDocuments']['parameters']['query']>;
  readonly direction: StoredDocument['direction'] | undefined;
  readonly received: Window;
  readonly created: Window;
}

/** The selected documents, if the store has them in the requested order. Undefined otherwise. */
export function keptOrder(documents: Documents, filter: DocumentFilter): Ordered<StoredDocument> | undefined {
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

/** All candidates: the documents of the narrowest part of the query with an index in the store. */
export async function candidates(documents: Documents, filter: DocumentFilter): Promise<StoredDocument[]> {
  const { number, reference, 'ids[]': ids } = filter.query;
  if (ids !== undefined) {
    const found = await Promise.all([...new Set(ids.map((id) => id.toLowerCase()))].map((id) => documents.get(id)));
    return found.filter((document) => document !== undefined);
  }
  const narrowest = () => {
    if (number !== undefined) return inOrder(documents, 'number', [number], [number]);
    if (reference !== undefined) return inOrder(documents, 'reference', [reference], [reference]);
    return byCreation(documents, filter);
  };
  const found = await narrowest().range({ limit: Number.POSITIVE_INFINITY, reverse: true });
  return found.map(({ value }) => value);
}

function byCreation(documents: Documents, { direction, created }: DocumentFilter): Ordered<StoredDocument> {
  return direction === undefined
    ? inOrder(documents, 'created', ...boundsOf([], created))
    : inOrder(documents, 'direction', ...boundsOf([direction], created));
}
