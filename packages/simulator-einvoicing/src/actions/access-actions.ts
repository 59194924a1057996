import { createMustBeFinding, defineAction } from '@understudy/kernel';
import { companyIdInput, nonEmptyText } from '../access/action-input.js';
import { findCompany } from '../access/find-company.js';
import { collections } from '../entities.js';
import { putVendor } from '../seed/seed-einvoicing.js';

/** Issues a vendor key. If a company is given, it becomes a partner (einvoicing.auth.partner). */
export const registerVendor = defineAction({
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
export const registerOperator = defineAction({
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
export const addUser = defineAction({
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

/** Revokes a token before it expires. */
export const revokeToken = defineAction({
  summary: 'Revokes an access token before it expires',
  input: { type: 'object', required: ['token'], properties: { token: nonEmptyText } },
  async run({ token }, { tokens }) {
    tokens.revoke(token);
    return { revoked: true };
  },
});
