import { normalBusinessId } from '../access/business-id.js';
import { findCompany } from '../access/find-company.js';
import { forCompany } from '../access/for-company.js';
import type { operations } from '../generated/types.js';

/** The companies of the token's user (einvoicing.gap.company-read). */
export const listCompanies = forCompany<operations['listCompanies']>(async ({ query }, context, acting) => {
  const found = await Promise.all(acting.user.companyIds.map((id) => findCompany(context, id)));
  const { bid, country } = query;
  const companies = found
    .filter((company) => company !== undefined)
    .filter((company) => country === undefined || company.country === country)
    .filter((company) => bid === undefined || company.normalBid === normalBusinessId(company.country, bid));
  return { status: 200, body: companies.map((company) => ({ id: company.id, name: company.name, bid: company.bid })) };
});
