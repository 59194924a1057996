import type { SettingValues } from '@understudy/kernel';
import { findCompany } from '../access/find-company.js';
import { handleForCompany } from '../access/handle-for-company.js';
import type { Company } from '../entities.js';
import { einvoicingErrors } from '../errors.js';
import type { components, operations } from '../generated/types.js';
import { einvoicingSettings } from '../settings.js';

const stateNames = { [-1]: 'UNVERIFIED', 0: 'UNKNOWN', 1: 'VERIFIED' } as const;

/**
 * Returns the state of a company's authorization.
 * @param settings `companyState: enum` shows words (einvoicing.gap.company-states)
 */
export function presentAuthorization(
  { authState, authEmail, state }: Company,
  values: SettingValues,
): components['schemas']['AuthorizationStatus'] {
  return { auth_state: authState, auth_email: authEmail, company_state: presentState(state, values) };
}

/** Formats `company_state` according to the sandbox's setting. */
export function presentState(state: Company['state'], values: SettingValues): StateShown {
  return values.of(einvoicingSettings.companyState) === 'enum' ? stateNames[state] : state;
}

type StateShown = components['schemas']['AuthorizationStatus']['company_state'];

/** Returns the authorization of the token's company (einvoicing.company.state-unverified). */
export const getCompanyAuthorization = handleForCompany<operations['getCompanyAuthorization']>(
  async (_input, context, acting) => {
    return { status: 200, body: presentAuthorization(acting.company, context.settings) };
  },
);

/** Returns the authorization of any company that the token's user can access. */
export const getCompanyStatus = handleForCompany<operations['getCompanyStatus']>(async ({ path }, context, acting) => {
  const company = acting.user.companyIds.includes(path.id) ? await findCompany(context, path.id) : undefined;
  if (company === undefined) return einvoicingErrors.notFound();
  return { status: 200, body: presentAuthorization(company, context.settings) };
});
