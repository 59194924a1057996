import type { Handler } from '@understudy/kernel';
import { refusals } from '../errors.js';
import type { operations } from '../generated/types.js';
import { documentCollections, type StoredDocument } from './entities.js';
import { findDocument } from './find-document.js';

/** Confirms a delivery, which only a delivered document can have (einvoicing.gap.document-record). */
export const updateDocument: Handler<operations['updateDocument']> = async ({ path, body }, context) => {
  const found = await findDocument(context, path.id);
  if ('refused' in found) return found;
  const { acting, document } = found;
  if (document.status !== 'DELIVERED') {
    return refusals.conflict('document_in_invalid_state', 'Only a delivered document can be confirmed', [
      `The document is ${document.status}`,
    ]);
  }
  const now = context.clock.now().toISOString();
  const confirmed: StoredDocument = {
    ...document,
    status: body.status,
    events: [...document.events, { code: body.status, message: 'Delivery confirmed', created_at: now }],
  };
  await acting.scope.collection(documentCollections.documents).put(document.id, confirmed);
  return { status: 204 };
};
