import type { Handler } from '@understudy/kernel';
import type { operations } from '../generated/types.js';
import { pickFields } from '../paging/pick-fields.js';
import { findDocument } from './find-document.js';
import { presentDocument, presentDocumentEvent } from './present-document.js';

/** One document with its delivery status. */
export const getDocument: Handler<operations['getDocument']> = async ({ path, query }, context) => {
  const found = await findDocument(context, path.id);
  if ('refused' in found) return found;
  return { status: 200, body: pickFields(presentDocument(found.document, context.baseUrl), query['fields[]']) };
};

/** The events of a document, oldest first. */
export const listDocumentEvents: Handler<operations['listDocumentEvents']> = async ({ path }, context) => {
  const found = await findDocument(context, path.id);
  return 'refused' in found ? found : { status: 200, body: found.document.events.map(presentDocumentEvent) };
};
