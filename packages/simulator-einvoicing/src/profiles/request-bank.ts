import type { Company } from '../entities.js';
import type { WorkContext } from '../work-context.js';
import { defaultEndpoint } from './default-endpoint.js';
import { registerProfile } from './register-profile.js';
import { storedProfiles } from './stored-profiles.js';

/** Registers a Finnish company for BANK unless it is already (einvoicing.networks.bank-automatic). */
export async function requestBank(context: WorkContext, company: Company): Promise<void> {
  const profiles = await storedProfiles(context, company.id);
  const address = defaultEndpoint(company);
  if (address === undefined || profiles.some(({ network }) => network === 'BANK')) return;
  await registerProfile(context, company, {
    network: 'BANK',
    profile: 'INVOICE_AND_CREDIT_NOTE',
    version: null,
    ...address,
  });
}
