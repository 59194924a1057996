import type { Company } from '../entities.js';
import { notify } from '../notifications/notify.js';
import { planActivations } from '../profiles/plan-activations.js';
import { requestBank } from '../profiles/request-bank.js';
import type { WorkContext } from '../work-context.js';
import { presentState } from './get-authorization.js';
import { putCompany } from './put-company.js';

/**
 * Completes the customer authentication: the company can send and receive, pending registrations continue, and a
 * Finnish company requests BANK automatically (einvoicing.company.verification-required,
 * einvoicing.networks.bank-automatic). A verified company does not change.
 */
export async function verifyCompany(context: WorkContext, company: Company): Promise<Company> {
  if (company.state === 1) return company;
  const verified: Company = { ...company, state: 1, authState: 'SIGNED' };
  await putCompany(context, verified);
  await notify(context, verified, {
    type: 'COMPANY.AUTHORIZATION.CHANGED',
    data: { company_state: presentState(verified.state, context.settings) },
  });
  if (verified.country === 'FI') await requestBank(context, verified);
  await planActivations(context, verified);
  return verified;
}
