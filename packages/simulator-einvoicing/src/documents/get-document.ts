import type { Handler } from '@understudy/kernel';
import type { operations } from '../generated/types.js';
import { pickFields } from '../paging/pick-fields.js';
import { findDocument } from './find-document.js';
import { presentDocument } from './present-document.js';

/** One document with its delivery status. */
export const getDocument: Handler<operations['getDocument']> = async ({ path, query }, context) => {
  const found = await findDocument(context, path.id);
  if ('refused' in found) return found;
  return { status: 200, body: pickFields(presentDocument(found.document, context.baseUrl), query['fields[]']) };
};
