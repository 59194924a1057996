import type { OperationHandler } from '@understudy/kernel';
import { getCompanyScope } from '../access/company-scope.js';
import { handleForCompany } from '../access/handle-for-company.js';
import { collections } from '../entities.js';
import { einvoicingErrors } from '../errors.js';
import { exchangeCollections, type StoredInvoice } from '../exchange/entities.js';
import { findInvoice } from '../exchange/find-invoice.js';
import type { operations } from '../generated/types.js';
import { createPage } from '../paging/create-page.js';
import { formatRecordTime } from '../times.js';
import { presentAction } from './present-invoice.js';

/** Lists the events of an invoice, oldest first. */
export const listInvoiceActions: OperationHandler<operations['listInvoiceActions']> = async (
  { path, query },
  context,
) => {
  const found = await findInvoice(context, path.id);
  if ('refused' in found) return found;
  const wanted = query['type[]'];
  const actions = found.invoice.actions.filter(({ type }) => wanted === undefined || wanted.includes(type));
  return { status: 200, body: actions.map(presentAction) };
};

/** Marks a received invoice as new, so that it is fetched again, or as handled (einvoicing.gap.not-fetched). */
export const markInvoiceEvents: OperationHandler<operations['markInvoiceEvents']> = async ({ path, body }, context) => {
  const found = await findInvoice(context, path.id);
  if ('refused' in found) return found;
  const { acting, invoice } = found;
  // A sent invoice has no such event.
  if (invoice.direction !== 'RECEIVED') return einvoicingErrors.notFound();
  const { fetched: _before, ...rest } = invoice;
  const marked: StoredInvoice = { ...rest, handling: body.state };
  await acting.scope.collection(exchangeCollections.invoices).put(invoice.id, marked);
  return { status: 204 };
};

/** Lists the received invoices of all companies linked to the token's vendor key (einvoicing.gap.not-fetched). */
export const listPartnerReceivedEvents = handleForCompany<operations['listPartnerReceivedEvents']>(
  async ({ query }, context, { vendor, company }) => {
    if (vendor?.partnerCompanyId !== company.id) {
      return einvoicingErrors.noAccess(
        "It is not a token of the partner's own company, fetched with its vendor_api_key",
      );
    }
    // Companies name their vendors, so this reads every company.
    const companies = await context.scopes.shared.collection(collections.companies).list();
    const linked = companies.map(({ value }) => value).filter(({ vendorIds }) => vendorIds.includes(vendor.id));
    const events = await Promise.all(
      linked.map(async ({ id: companyId }) => {
        const state = query.state === undefined ? undefined : ([query.state] as const);
        const handled = getCompanyScope(context, companyId).collection(exchangeCollections.invoices);
        const invoices = (await handled.range('handling', state, state)).sort((a, b) => (a.key < b.key ? -1 : 1));
        return invoices.flatMap(({ value: { id, handling, receivedAt } }) =>
          handling === undefined
            ? []
            : [
                {
                  company_id: companyId,
                  invoice_id: id,
                  state: handling,
                  created_at: formatRecordTime(new Date(receivedAt)),
                },
              ],
        );
      }),
    );
    const wanted = events
      .flat()
      .sort((a, b) => (a.created_at === b.created_at ? 0 : a.created_at < b.created_at ? 1 : -1));
    return { status: 200, ...createPage(wanted, query, context) };
  },
);
