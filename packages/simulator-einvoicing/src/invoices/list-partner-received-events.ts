import { companyScope } from '../access/company-scope.js';
import { forCompany } from '../access/for-company.js';
import { collections } from '../entities.js';
import { refusals } from '../errors.js';
import { exchangeCollections } from '../exchange/entities.js';
import type { operations } from '../generated/types.js';
import { pageOf } from '../paging/page-of.js';
import { recordTime } from '../times.js';

/** Received invoices of all companies that are linked to the token's vendor key (einvoicing.gap.not-fetched). */
export const listPartnerReceivedEvents = forCompany<operations['listPartnerReceivedEvents']>(
  async ({ query }, context, { vendor, company }) => {
    if (vendor?.partnerCompanyId !== company.id) {
      return refusals.noAccess("It is not a token of the partner's own company, fetched with its vendor_api_key");
    }
    const companies = await context.scopes.shared.collection(collections.companies).list();
    const linked = companies.map(({ value }) => value).filter(({ vendorIds }) => vendorIds.includes(vendor.id));
    const events = await Promise.all(
      linked.map(async ({ id: companyId }) => {
        const invoices = await companyScope(context, companyId).collection(exchangeCollections.invoices).list();
        return invoices.flatMap(({ value: { id, direction, handling, receivedAt } }) =>
          direction !== 'RECEIVED' || handling === undefined
            ? []
            : [
                {
                  company_id: companyId,
                  invoice_id: id,
                  state: handling,
                  created_at: recordTime(new Date(receivedAt)),
                },
              ],
        );
      }),
    );
    const wanted = events
      .flat()
      .filter(({ state }) => query.state === undefined || state === query.state)
      .sort((a, b) => (a.created_at === b.created_at ? 0 : a.created_at < b.created_at ? 1 : -1));
    return { status: 200, ...pageOf(wanted, query, context) };
  },
);
