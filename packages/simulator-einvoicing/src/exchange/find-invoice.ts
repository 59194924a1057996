import type { ErrorResult, HandlerContext } from '@understudy/kernel';
import { type ActingCompany, findActingCompany, requireVerified } from '../access/acting-company.js';
import { einvoicingErrors } from '../errors.js';
import { exchangeCollections, type StoredInvoice } from './entities.js';

/**
 * Finds an invoice of the calling company.
 * @returns 401 for an unverified company, 404 for unknown ids and for those of other companies
 */
export async function findInvoice(
  context: Pick<HandlerContext, 'caller' | 'scopes'>,
  id: string,
): Promise<{ readonly acting: ActingCompany; readonly invoice: StoredInvoice } | ErrorResult> {
  const acting = await findActingCompany(context);
  if ('refused' in acting) return acting;
  const unverified = requireVerified(acting.company);
  if (unverified !== undefined) return unverified;
  const invoice = await acting.scope.collection(exchangeCollections.invoices).get(id.toLowerCase());
  return invoice === undefined ? einvoicingErrors.notFound() : { acting, invoice };
}
