import type { Action } from '@understudy/kernel';
import { companyOf, must, textOf } from '../access/action-input.js';
import { collections, type Operator } from '../entities.js';
import { putVendor } from '../seed/seed-einvoicing.js';

/** The operator gives out a vendor key; with a company it makes that one a partner (einvoicing.auth.partner). */
export const registerVendor: Action = {
  summary: 'Gives out a vendor key, for a partner with its company: {vendorApiKey?, partnerCompanyId?}',
  members: ['vendorApiKey', 'partnerCompanyId'],
  async run({ vendorApiKey, partnerCompanyId }, context) {
    const key = vendorApiKey === undefined ? context.ids.next('vendor-key') : textOf(vendorApiKey);
    if (key === undefined) return must('vendorApiKey', 'a non-empty text');
    const { shared } = context.scopes;
    const known = await shared.collection(collections.vendorKeys).get(key);
    const partner = partnerCompanyId === undefined ? undefined : await companyOf(partnerCompanyId, context);
    if (partnerCompanyId !== undefined && partner === undefined) return must('partnerCompanyId', 'the id of a company');
    const id = known?.id ?? context.ids.next('vendor');
    const given = { vendorApiKey: key, ...(partner === undefined ? {} : { partnerCompanyId: partner.id }) };
    await putVendor(shared, given, id);
    return { ...given };
  },
};

/** The service gives credentials to an operator (einvoicing.auth.two-ways). */
export const registerOperator: Action = {
  summary: 'Gives out the credentials of an operator: {clientId, clientSecret}',
  members: ['clientId', 'clientSecret'],
  async run({ clientId, clientSecret }, { scopes }) {
    const id = textOf(clientId);
    const secret = textOf(clientSecret);
    if (id === undefined) return must('clientId', 'a non-empty text');
    if (secret === undefined) return must('clientSecret', 'a non-empty text');
    const operator: Operator = { clientId: id, clientSecret: secret };
    await scopes.shared.collection(collections.operators).put(id, operator);
    return { clientId: id };
  },
};

/** A company lets another user in (einvoicing.gap.vendor-act). */
export const addUser: Action = {
  summary: 'Gives a user access to a company: {companyId, userApiKey}',
  members: ['companyId', 'userApiKey'],
  async run({ companyId, userApiKey }, context) {
    const company = await companyOf(companyId, context);
    if (company === undefined) return must('companyId', 'the id of a company');
    const { shared } = context.scopes;
    const owner = await shared.collection(collections.userKeys).get(String(userApiKey));
    const users = shared.collection(collections.users);
    const user = owner === undefined ? undefined : await users.get(owner.id);
    if (user === undefined) return must('userApiKey', 'the key of a user');
    const companyIds = [...new Set([...user.companyIds, company.id])];
    await users.put(user.id, { ...user, companyIds });
    return { companyId: company.id, userId: user.id };
  },
};

/** Makes a token invalid before it expires. */
export const revokeToken: Action = {
  summary: 'Revokes an access token: {token}',
  members: ['token'],
  async run({ token }, { tokens }) {
    const given = textOf(token);
    if (given === undefined) return must('token', 'an access token');
    tokens.revoke(given);
    return { revoked: true };
  },
};
