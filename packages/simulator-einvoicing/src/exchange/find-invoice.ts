import type { HandlerContext } from '@understudy/kernel';
import { type ActingCompany, findVerifiedCompany, handleWith } from '../access/acting-company.js';
import { einvoicingErrors } from '../errors.js';
import { exchangeCollections, type StoredInvoice } from './entities.js';

export interface FoundInvoice {
  readonly acting: ActingCompany;
  readonly invoice: StoredInvoice;
}

/**
 * Finds an invoice of the calling company.
 * @returns 401 for an unverified company, 404 for unknown ids and for those of other companies
 */
export async function findInvoice(context: Pick<HandlerContext, 'caller' | 'scopes'>, id: string) {
  const acting = await findVerifiedCompany(context);
  if ('refused' in acting) return acting;
  const invoice = await acting.scope.collection(exchangeCollections.invoices).get(id.toLowerCase());
  return invoice === undefined ? einvoicingErrors.notFound() : { acting, invoice };
}

export const handleForInvoice = handleWith((context, { id = '' }) => findInvoice(context, id));
