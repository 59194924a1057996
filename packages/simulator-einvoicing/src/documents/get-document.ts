import type { ErrorResult, HandlerContext, OperationHandler } from '@understudy/kernel';
import { type ActingCompany, findActingCompany } from '../access/find-acting-company.js';
import { handleForCompany } from '../access/handle-for-company.js';
import { requireVerified } from '../access/require-verified.js';
import { einvoicingErrors } from '../errors.js';
import { exchangeCollections } from '../exchange/entities.js';
import { decodeContent } from '../exchange/store-files.js';
import type { operations } from '../generated/types.js';
import { pickFields } from '../paging/pick-fields.js';
import { documentCollections, type StoredDocument } from './entities.js';
import { presentDocument, presentDocumentEvent, presentDocumentFile } from './present-document.js';

/** Returns a document with its delivery status. */
export const getDocument: OperationHandler<operations['getDocument']> = async ({ path, query }, context) => {
  const found = await findDocument(context, path.id);
  if ('refused' in found) return found;
  return { status: 200, body: pickFields(presentDocument(found.document, context.baseUrl), query['fields[]']) };
};

/** Lists the events of a document, oldest first. */
export const listDocumentEvents: OperationHandler<operations['listDocumentEvents']> = async ({ path }, context) => {
  const found = await findDocument(context, path.id);
  return 'refused' in found ? found : { status: 200, body: found.document.events.map(presentDocumentEvent) };
};

export const listFiles: OperationHandler<operations['listFiles']> = async ({ query }, context) => {
  const found = await findDocument(context, query.document_id);
  if ('refused' in found) return found;
  const { document } = found;
  return { status: 200, body: document.files.map((file) => presentDocumentFile(document, file, context.baseUrl)) };
};

/** Returns the original bytes of a document's file. */
export const getFile = handleForCompany<operations['getFile']>(async ({ path }, _context, acting) => {
  const unverified = requireVerified(acting.company);
  if (unverified !== undefined) return unverified;
  const file = await acting.scope.collection(exchangeCollections.files).get(path.id.toLowerCase());
  // Files of invoices have an address of their own.
  if (file?.documentId === undefined) return einvoicingErrors.notFound();
  return { status: 200, body: decodeContent(file), headers: { 'content-type': file.mimetype } };
});

/** Confirms a delivery, which is possible only for a delivered document (einvoicing.gap.document-record). */
export const updateDocument: OperationHandler<operations['updateDocument']> = async ({ path, body }, context) => {
  const found = await findDocument(context, path.id);
  if ('refused' in found) return found;
  const { acting, document } = found;
  if (document.status !== 'DELIVERED') {
    return einvoicingErrors.conflict('document_in_invalid_state', 'Only a delivered document can be confirmed', [
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

/** A document of the company that asks. @returns 401 for an unverified company, 404 for unknown and foreign ids alike */
async function findDocument(
  context: Pick<HandlerContext, 'caller' | 'scopes'>,
  id: string,
): Promise<{ readonly acting: ActingCompany; readonly document: StoredDocument } | ErrorResult> {
  const acting = await findActingCompany(context);
  if ('refused' in acting) return acting;
  const unverified = requireVerified(acting.company);
  if (unverified !== undefined) return unverified;
  const document = await acting.scope.collection(documentCollections.documents).get(id.toLowerCase());
  return document === undefined ? einvoicingErrors.notFound() : { acting, document };
}
