import { defineAction, mustBe } from '@understudy/kernel';
import { ofCompany } from '../access/action-input.js';
import { findCompany } from '../access/find-company.js';
import { presentAuthorization, presentState } from '../companies/get-authorization.js';
import { putCompany } from '../companies/put-company.js';
import { verifyCompany as verify } from '../companies/verify-company.js';
import type { Company } from '../entities.js';
import { notify } from '../notifications/notify.js';

/** The customer signs the authentication (einvoicing.company.verification-required). */
export const verifyCompany = defineAction({
  summary: 'The customer authentication of a company is completed',
  input: ofCompany,
  async run({ companyId }, context) {
    const company = await findCompany(context, companyId);
    if (company === undefined) return mustBe('companyId', 'the id of a company');
    return { companyId: company.id, ...presentAuthorization(await verify(context, company), context.settings) };
  },
});

/** The customer declines the authentication. A verified company becomes unverified again. */
export const cancelAuthorization = defineAction({
  summary: 'The authorization of a company is declined, or taken back',
  input: ofCompany,
  async run({ companyId }, context) {
    const company = await findCompany(context, companyId);
    if (company === undefined) return mustBe('companyId', 'the id of a company');
    const declined: Company = { ...company, state: -1, authState: 'CANCELED' };
    await putCompany(context, declined);
    if (company.state !== -1) {
      const data = { company_state: presentState(declined.state, context.settings) };
      await notify(context, declined, { type: 'COMPANY.AUTHORIZATION.CHANGED', data });
    }
    return { companyId: company.id, ...presentAuthorization(declined, context.settings) };
  },
});
