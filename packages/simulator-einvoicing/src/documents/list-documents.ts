import { forCompany } from '../access/for-company.js';
import { requireVerified } from '../access/require-verified.js';
import { sorted } from '../exchange/sorted.js';
import type { operations } from '../generated/types.js';
import { pageOf } from '../paging/page-of.js';
import { pickFields } from '../paging/pick-fields.js';
import { inWindow, readWindow } from '../paging/read-window.js';
import { documentCollections, type StoredDocument } from './entities.js';
import { presentDocument } from './present-document.js';

const directions = { INCOMING: 'RECEIVED', RECEIVED: 'RECEIVED', OUTGOING: 'SENT', SENT: 'SENT' } as const;

/** Documents by every filter, newest first (einvoicing.gap.documents-list). */
export const listDocuments = forCompany<operations['listDocuments']>(async ({ query }, context, acting) => {
  const unverified = requireVerified(acting.company);
  if (unverified !== undefined) return unverified;
  const received = readWindow(query.received_at_start, query.received_at_end, ['received_at_start', 'received_at_end']);
  if ('refused' in received) return received;
  const created = readWindow(query.created_at_start, query.created_at_end, ['created_at_start', 'created_at_end']);
  if ('refused' in created) return created;

  const direction = query.direction === undefined ? undefined : directions[query.direction];
  const ids = query['ids[]']?.map((id) => id.toLowerCase());
  const stored = await acting.scope.collection(documentCollections.documents).list();
  const wanted = stored
    .map(({ value }) => value)
    .filter(
      (document) =>
        (direction === undefined || document.direction === direction) &&
        // einvoicing.gap.window-bounds: of a sent one the moment of acceptance.
        inWindow(document.receivedAt ?? document.createdAt, received) &&
        inWindow(document.createdAt, created) &&
        (ids?.includes(document.id) ?? true) &&
        (query['type[]']?.includes(document.type) ?? true) &&
        (query['status[]']?.includes(document.status) ?? true) &&
        (query.number === undefined || document.number === query.number) &&
        (query.reference === undefined || document.reference === query.reference) &&
        (query.query === undefined || mentions(document, query.query)),
    );
  const order = sorted(wanted, query['sort[]'] ?? ['-created_at'], {
    created_at: ({ createdAt }) => createdAt,
    received_at: ({ receivedAt }) => receivedAt ?? '',
    delivered_at: ({ deliveredAt }) => deliveredAt ?? '',
    number: ({ number }) => number ?? '',
    type: ({ type }) => type,
    status: ({ status }) => status,
  });
  const { body, headers } = pageOf(order, query, context);
  const fields = query['fields[]'];
  return {
    status: 200,
    headers,
    body: body.map((document) => pickFields(presentDocument(document, context.baseUrl), fields)),
  };
});

function mentions({ number, reference, sender, recipient }: StoredDocument, part: string): boolean {
  const wanted = part.toLowerCase();
  return [number, reference, sender.name, recipient.name].some((text) => text?.toLowerCase().includes(wanted) ?? false);
}
