import { createInputFinding, createMustBeFinding, defineAction, type MemberSchema } from '@understudy/kernel';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { checkResources, checkScopes, listUserScopes } from './clients/check-scopes.js';
import { canRedirect } from './clients/clients.js';
import { decideDevice, findDevice } from './device.js';
import { clientsCollection, type User, usersCollection } from './entities.js';
import { findUser } from './find-user.js';
import { splitWords } from './parameters.js';
import { acrValues } from './policies.js';
import { signingAlgorithm } from './settings.js';
import { rotateKey, verifyJwt } from './signing-keys.js';
import { issueCode, withdrawUserConsent } from './tokens/grants.js';

const anything: MemberSchema = {} as MemberSchema;
const text = { type: 'string', minLength: 1 } as const;

export const putUser = defineAction({
  summary: 'Creates a user, or replaces one',
  input: {
    type: 'object',
    required: ['sub'],
    properties: {
      sub: { type: 'string', pattern: '^[!-~]{1,255}$', examples: ['ada', '248289761001'] },
      claims: { type: 'object', additionalProperties: anything, description: 'By name, such as name and email' },
      scopes: { type: 'array', items: text, description: 'Scopes of APIs that the user can grant; any when left out' },
    },
  },
  async run({ sub, claims = {}, scopes }, context) {
    const user: User = { sub, claims, ...(scopes === undefined ? {} : { scopes }) };
    await context.scopes.shared.collection(usersCollection).put(sub, user);
    return { ...user };
  },
});

/** Deletes the stored data of a user. A demo user with the same id becomes visible again. */
export const removeUser = defineAction({
  summary: 'Removes a user',
  input: { type: 'object', required: ['sub'], properties: { sub: text } },
  async run({ sub }, { scopes }) {
    const removed = await scopes.shared.collection(usersCollection).delete(sub);
    return removed ? { removed } : createMustBeFinding('sub', 'the id of a user that was created');
  },
});

const ofUser = { user: { ...text, description: 'Id or e-mail address' }, clientId: text } as const;

/** Withdraws a user's consent to a client. Revokes its tokens, and the user is asked again. */
export const withdrawConsent = defineAction({
  summary: 'Withdraws the consent of a user to a client',
  input: { type: 'object', required: ['user', 'clientId'], properties: ofUser },
  async run({ user: name, clientId }, context) {
    const user = await findUser(context, name);
    if (user === undefined) return createMustBeFinding('user', 'the id or e-mail address of a user');
    return { revokedGrants: await withdrawUserConsent(context, user.sub, clientId) };
  },
});

export const issueAuthorizationCode = defineAction({
  summary: 'Issues an authorization code, as if the user had signed in and agreed',
  input: {
    type: 'object',
    required: ['user', 'clientId', 'redirectUri'],
    properties: {
      ...ofUser,
      redirectUri: text,
      scope: { type: 'string', default: 'openid profile email' },
      nonce: text,
      codeChallenge: { ...text, description: 'By S256' },
      resource: { type: 'array', items: text },
    },
  },
  async run({ user: name, clientId, redirectUri, scope, nonce, codeChallenge, resource = [] }, context) {
    const user = await findUser(context, name);
    if (user === undefined) return createMustBeFinding('user', 'the id or e-mail address of a user');
    const client = await context.scopes.shared.collection(clientsCollection).get(clientId);
    if (client === undefined) return createMustBeFinding('clientId', 'the id of a registered client');
    if (!canRedirect(client, redirectUri))
      return createMustBeFinding('redirectUri', 'an address that the client has registered');
    const scopes = listUserScopes(user, splitWords(scope));
    const refusal = checkScopes(scopes, client, context) ?? checkResources(resource, client);
    if (refusal !== undefined) return [createInputFinding('scope', refusal.message)];
    const authTime = Math.floor(context.clock.now().getTime() / 1000);
    const granted = { clientId, sub: user.sub, scopes, resources: resource, authTime, acr: acrValues[0] };
    const code = await issueCode(
      context,
      { redirectUri, challenge: codeChallenge },
      { ...granted, ...(nonce === undefined ? {} : { nonce }) },
    );
    return { code };
  },
});

export const decideDeviceRequest = defineAction({
  summary: 'Allows or refuses a device, as the user would on its page',
  input: {
    type: 'object',
    required: ['userCode'],
    properties: { userCode: text, user: { ...ofUser.user, description: 'Who allows it; left out to refuse' } },
  },
  async run({ userCode, user: name }, context) {
    const device = await findDevice(context, userCode);
    if (device === undefined) return createMustBeFinding('userCode', 'the code of a device that waits');
    const user = name === undefined ? undefined : await findUser(context, name);
    if (name !== undefined && user === undefined)
      return createMustBeFinding('user', 'the id or e-mail address of a user');
    await decideDevice(context, device, user);
    return { state: user === undefined ? 'denied' : 'approved' };
  },
});

/** Returns the content of a token, and whether a key of the sandbox has signed it. */
export const inspectToken = defineAction({
  summary: 'Shows the header and the claims of a token',
  input: { type: 'object', required: ['token'], properties: { token: text } },
  async run({ token }, context) {
    try {
      const [header, claims] = [decodeProtectedHeader(token), decodeJwt(token)];
      return { header, claims, signed: (await verifyJwt(context, token, String(header.typ))) !== undefined };
    } catch {
      return createMustBeFinding('token', 'a JSON Web Token');
    }
  },
});

export const rotateKeys = defineAction({
  summary: 'Lets a new key sign the tokens from now on',
  input: { type: 'object', properties: {} },
  async run(_input, context) {
    return { kid: (await rotateKey(context, context.settings.of(signingAlgorithm))).kid };
  },
});
