import type { Company } from '../entities.js';
import { notifySubscribers } from '../notifications/notify-subscribers.js';
import { createDefaultEndpoint } from '../profiles/default-endpoint.js';
import { planActivations } from '../profiles/plan-activations.js';
import { registerProfile } from '../profiles/register-profile.js';
import { listStoredProfiles } from '../profiles/stored-profiles.js';
import type { WorkContext } from '../work-context.js';
import { presentState } from './get-authorization.js';
import { putCompany } from './put-company.js';

/**
 * Verifies a company, which can then send and receive, and requests BANK automatically
 * (einvoicing.networks.bank-automatic).
 */
export async function verifyCompany(context: WorkContext, company: Company): Promise<Company> {
  if (company.state === 1) return company;
  const verified: Company = { ...company, state: 1, authState: 'SIGNED' };
  await putCompany(context, verified);
  await notifySubscribers(context, verified, {
    type: 'COMPANY.AUTHORIZATION.CHANGED',
    data: { company_state: presentState(verified.state, context.settings) },
  });
  if (verified.country === 'FI') await requestBank(context, verified);
  await planActivations(context, verified);
  return verified;
}

/** Registers a Finnish company for BANK unless it is already (einvoicing.networks.bank-automatic). */
async function requestBank(context: WorkContext, company: Company): Promise<void> {
  const profiles = await listStoredProfiles(context, company.id);
  const address = createDefaultEndpoint(company);
  if (address === undefined || profiles.some(({ network }) => network === 'BANK')) return;
  await registerProfile(context, company, {
    network: 'BANK',
    profile: 'INVOICE_AND_CREDIT_NOTE',
    version: null,
    ...address,
  });
}
