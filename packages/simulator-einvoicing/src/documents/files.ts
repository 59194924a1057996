import type { Handler } from '@understudy/kernel';
import { forCompany } from '../access/for-company.js';
import { requireVerified } from '../access/require-verified.js';
import { refusals } from '../errors.js';
import { exchangeCollections } from '../exchange/entities.js';
import { contentOf } from '../exchange/store-files.js';
import type { operations } from '../generated/types.js';
import { findDocument } from './find-document.js';
import { presentDocumentFile } from './present-document.js';

/** The files of one document. */
export const listFiles: Handler<operations['listFiles']> = async ({ query }, context) => {
  const found = await findDocument(context, query.document_id);
  if ('refused' in found) return found;
  const { document } = found;
  return { status: 200, body: document.files.map((file) => presentDocumentFile(document, file, context.baseUrl)) };
};

/** The original bytes of a file of a document. */
export const getFile = forCompany<operations['getFile']>(async ({ path }, _context, acting) => {
  const unverified = requireVerified(acting.company);
  if (unverified !== undefined) return unverified;
  const file = await acting.scope.collection(exchangeCollections.files).get(path.id.toLowerCase());
  // Files of invoices have an address of their own.
  if (file?.documentId === undefined) return refusals.notFound();
  return { status: 200, body: contentOf(file), headers: { 'content-type': file.mimetype } };
});
