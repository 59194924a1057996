import { createMustBeFinding, defineAction } from '@understudy/kernel';
import { companyIdInput, nonEmptyText } from '../access/action-input.js';
import { findCompany } from '../access/find-company.js';
import { assignmentActions } from '../assignments/assignment-actions.js';
import { findActionAssignment } from '../assignments/find-action-assignment.js';
import { presentAuthorization, presentState } from '../companies/get-authorization.js';
import { putCompany } from '../companies/put-company.js';
import { verifyCompany as verify } from '../companies/verify-company.js';
import { detectActions } from '../detect/detect-actions.js';
import type { Company } from '../entities.js';
import { presentMessage } from '../messaging/present-thread.js';
import { writeMessage } from '../messaging/write-message.js';
import { notifySubscribers } from '../notifications/notify-subscribers.js';
import { printActions } from '../print/print-actions.js';
import { receivablesActions } from '../receivables/receivables-actions.js';
import { addUser, registerOperator, registerVendor, revokeToken } from './access-actions.js';
import { exchangeActions } from './exchange-actions.js';
import { activateProfile, failProfile } from './profile-actions.js';

/** Messages of the provider to a company (einvoicing.messaging.purpose). */
const messagingActions = {
  providerMessage: defineAction({
    summary: 'The provider writes about an assignment',
    input: {
      type: 'object',
      required: ['assignmentId', 'text'],
      properties: { assignmentId: nonEmptyText, text: nonEmptyText },
    },
    async run({ assignmentId, text: said }, context) {
      const found = await findActionAssignment(assignmentId, context);
      if (found === undefined) return createMustBeFinding('assignmentId', 'the id of an assignment');
      const order = { assignmentId: found.assignment.id, sender: 'PROVIDER', text: said } as const;
      return { ...presentMessage(await writeMessage(context, found.companyId, order)) };
    },
  }),
};

/** The customer signs the authentication (einvoicing.company.verification-required). */
const verifyCompany = defineAction({
  summary: 'The customer authentication of a company is completed',
  input: companyIdInput,
  async run({ companyId }, context) {
    const company = await findCompany(context, companyId);
    if (company === undefined) return createMustBeFinding('companyId', 'the id of a company');
    return { companyId: company.id, ...presentAuthorization(await verify(context, company), context.settings) };
  },
});

/** The customer declines the authentication. A verified company becomes unverified again. */
const cancelAuthorization = defineAction({
  summary: 'The authorization of a company is declined, or taken back',
  input: companyIdInput,
  async run({ companyId }, context) {
    const company = await findCompany(context, companyId);
    if (company === undefined) return createMustBeFinding('companyId', 'the id of a company');
    const declined: Company = { ...company, state: -1, authState: 'CANCELED' };
    await putCompany(context, declined);
    if (company.state !== -1) {
      const data = { company_state: presentState(declined.state, context.settings) };
      await notifySubscribers(context, declined, { type: 'COMPANY.AUTHORIZATION.CHANGED', data });
    }
    return { companyId: company.id, ...presentAuthorization(declined, context.settings) };
  },
});

/** Actions of the outside world by name: `POST /_sim/actions/einvoicing/<name>`. */
export const einvoicingActions = {
  verifyCompany,
  cancelAuthorization,
  activateProfile,
  failProfile,
  registerVendor,
  registerOperator,
  addUser,
  revokeToken,
  ...exchangeActions,
  ...detectActions,
  ...receivablesActions,
  ...assignmentActions,
  ...messagingActions,
  ...printActions,
};
