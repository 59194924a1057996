import type { Handler } from '@understudy/kernel';
import type { operations } from '../generated/types.js';
import { findDocument } from './find-document.js';
import { presentDocumentEvent } from './present-document.js';

/** What happened to a document, in the order of time. */
export const listDocumentEvents: Handler<operations['listDocumentEvents']> = async ({ path }, context) => {
  const found = await findDocument(context, path.id);
  return 'refused' in found ? found : { status: 200, body: found.document.events.map(presentDocumentEvent) };
};
