import { type ActionContext, type ActionInput, createMustBeFinding, defineAction } from '@understudy/kernel';
import { companyIdInput, nonEmptyText } from '../access/action-input.js';
import { findCompany, putCompany } from '../access/find-company.js';
import { assignmentActions, findActionAssignment } from '../assignments/assignment-operations.js';
import { presentAuthorization, presentState, verifyCompany as verify } from '../companies/authorization.js';
import { detectActions } from '../detect/analysis.js';
import { type Company, collections, type Profile } from '../entities.js';
import { presentMessage, writeMessage } from '../messaging/messages.js';
import { notifySubscribers } from '../notifications/notify-subscribers.js';
import { printActions } from '../print/print.js';
import { presentProfile } from '../profiles/profile-operations.js';
import { addProfileEvent, listStoredProfiles, markActive, putProfile } from '../profiles/registrations.js';
import { receivablesActions } from '../receivables/receivables.js';
import { putVendor } from '../seed/seed-einvoicing.js';
import { exchangeActions } from './exchange-actions.js';

/** Issues a vendor key. If a company is given, it becomes a partner (einvoicing.auth.partner). */
const registerVendor = defineAction({
  summary: 'Gives out a vendor key, for a partner with its company',
  input: {
    type: 'object',
    properties: {
      vendorApiKey: { ...nonEmptyText, description: 'A new one when left out' },
      partnerCompanyId: { ...nonEmptyText, description: 'The company that becomes a partner' },
    },
  },
  async run({ vendorApiKey, partnerCompanyId }, context) {
    const key = vendorApiKey ?? context.ids.next('vendor-key');
    const { shared } = context.scopes;
    const known = await shared.collection(collections.vendorKeys).get(key);
    const partner = partnerCompanyId === undefined ? undefined : await findCompany(context, partnerCompanyId);
    if (partnerCompanyId !== undefined && partner === undefined) {
      return createMustBeFinding('partnerCompanyId', 'the id of a company');
    }
    const id = known?.id ?? context.ids.next('vendor');
    const given = { vendorApiKey: key, ...(partner === undefined ? {} : { partnerCompanyId: partner.id }) };
    await putVendor(shared, given, id);
    return { ...given };
  },
});

/** Issues credentials to an operator (einvoicing.auth.two-ways). */
const registerOperator = defineAction({
  summary: 'Gives out the credentials of an operator',
  input: {
    type: 'object',
    required: ['clientId', 'clientSecret'],
    properties: { clientId: nonEmptyText, clientSecret: nonEmptyText },
  },
  async run(operator, { scopes }) {
    await scopes.shared.collection(collections.operators).put(operator.clientId, operator);
    return { clientId: operator.clientId };
  },
});

/** Gives another user access to a company (einvoicing.gap.vendor-act). */
const addUser = defineAction({
  summary: 'Gives a user access to a company',
  input: {
    type: 'object',
    required: ['companyId', 'userApiKey'],
    properties: { ...companyIdInput.properties, userApiKey: nonEmptyText },
  },
  async run({ companyId, userApiKey }, context) {
    const company = await findCompany(context, companyId);
    if (company === undefined) return createMustBeFinding('companyId', 'the id of a company');
    const { shared } = context.scopes;
    const owner = await shared.collection(collections.userKeys).get(userApiKey);
    const users = shared.collection(collections.users);
    const user = owner === undefined ? undefined : await users.get(owner.id);
    if (user === undefined) return createMustBeFinding('userApiKey', 'the key of a user');
    const companyIds = [...new Set([...user.companyIds, company.id])];
    await users.put(user.id, { ...user, companyIds });
    return { companyId: company.id, userId: user.id };
  },
});

const revokeToken = defineAction({
  summary: 'Revokes an access token before it expires',
  input: { type: 'object', required: ['token'], properties: { token: nonEmptyText } },
  async run({ token }, { tokens }) {
    tokens.revoke(token);
    return { revoked: true };
  },
});

const ofProfile = {
  type: 'object',
  required: ['companyId'],
  properties: {
    ...companyIdInput.properties,
    profileId: { ...nonEmptyText, description: 'Of one registration' },
    network: {
      ...nonEmptyText,
      examples: ['PEPPOL'],
      description: 'In the place of profileId: all registrations for the network',
    },
  },
} as const;

/** Activates a registration as the network does, early or after an error (einvoicing.networks.bank-delay). */
const activateProfile = defineAction({
  summary: 'A network activates a registration now',
  input: ofProfile,
  run: (input, context) => change(input, context, markActive),
});

/** Rejects a registration as the network does (einvoicing.gap.profile-status-values). */
const failProfile = defineAction({
  summary: 'A network refuses a registration',
  input: {
    ...ofProfile,
    properties: {
      ...ofProfile.properties,
      message: { ...nonEmptyText, default: 'The network has refused the registration' },
    },
  },
  run: ({ message, ...input }, context) =>
    change(input, context, ({ timerId: _timer, ...profile }) =>
      addProfileEvent({ ...profile, status: 'error' }, message, context.clock.now()),
    ),
});

async function change(
  { companyId, profileId, network }: ActionInput<typeof ofProfile>,
  context: ActionContext,
  move: (profile: Profile) => Profile,
) {
  const company = await findCompany(context, companyId);
  if (company === undefined) return createMustBeFinding('companyId', 'the id of a company');
  const profiles = await listStoredProfiles(context, company.id);
  const wanted = profiles.filter((profile) => profile.id === profileId || profile.network === network);
  if (wanted.length === 0) {
    return createMustBeFinding(
      profileId === undefined ? 'network' : 'profileId',
      'one that the company has registered',
    );
  }
  const changed = wanted.map(move);
  for (const { timerId } of wanted) if (timerId !== undefined) await context.timers.cancel(timerId);
  for (const profile of changed) await putProfile(context, company.id, profile);
  return { profiles: changed.map(presentProfile) };
}

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
