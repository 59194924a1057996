import { findCompany } from '../access/find-company.js';
import { forCompany } from '../access/for-company.js';
import { refusals } from '../errors.js';
import type { operations } from '../generated/types.js';
import { presentAuthorization } from './present-authorization.js';

/** The authorization of the token's company (einvoicing.company.state-unverified). */
export const getCompanyAuthorization = forCompany<operations['getCompanyAuthorization']>(
  async (_input, context, acting) => {
    return { status: 200, body: presentAuthorization(acting.company, context.settings) };
  },
);

/** The same of any company that the token's user has access to. */
export const getCompanyStatus = forCompany<operations['getCompanyStatus']>(async ({ path }, context, acting) => {
  const company = acting.user.companyIds.includes(path.id) ? await findCompany(context, path.id) : undefined;
  if (company === undefined) return refusals.notFound();
  return { status: 200, body: presentAuthorization(company, context.settings) };
});
