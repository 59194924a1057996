import type { Handler } from '@understudy/kernel';
import { refusals } from '../errors.js';
import { exchangeCollections, type StoredInvoice } from '../exchange/entities.js';
import { findInvoice } from '../exchange/find-invoice.js';
import type { operations } from '../generated/types.js';
import { presentAction } from './present-invoice.js';

/** The events of an invoice, oldest first. */
export const listInvoiceActions: Handler<operations['listInvoiceActions']> = async ({ path, query }, context) => {
  const found = await findInvoice(context, path.id);
  if ('refused' in found) return found;
  const wanted = query['type[]'];
  const actions = found.invoice.actions.filter(({ type }) => wanted === undefined || wanted.includes(type));
  return { status: 200, body: actions.map(presentAction) };
};

/** Marks a received invoice as new, which is to be fetched again, or handled (einvoicing.gap.not-fetched). */
export const markInvoiceEvents: Handler<operations['markInvoiceEvents']> = async ({ path, body }, context) => {
  const found = await findInvoice(context, path.id);
  if ('refused' in found) return found;
  const { acting, invoice } = found;
  // A sent invoice has no such event.
  if (invoice.direction !== 'RECEIVED') return refusals.notFound();
  const { fetched: _before, ...rest } = invoice;
  const marked: StoredInvoice = { ...rest, handling: body.state };
  await acting.scope.collection(exchangeCollections.invoices).put(invoice.id, marked);
  return { status: 204 };
};
