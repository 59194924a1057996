import type { Handler } from '@understudy/kernel';
import { findInvoice } from '../exchange/find-invoice.js';
import type { operations } from '../generated/types.js';
import { presentAction } from './present-invoice.js';

/** What happened to an invoice, in the order of time. */
export const listInvoiceActions: Handler<operations['listInvoiceActions']> = async ({ path, query }, context) => {
  const found = await findInvoice(context, path.id);
  if ('refused' in found) return found;
  const wanted = query['type[]'];
  const actions = found.invoice.actions.filter(({ type }) => wanted === undefined || wanted.includes(type));
  return { status: 200, body: actions.map(presentAction) };
};
