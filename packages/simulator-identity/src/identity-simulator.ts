import { isObject } from '@understudy/contract';
import {
  type ApiAction,
  defineSimulator,
  loadBundledContract,
  type OperationHandlers,
  type SeedContext,
  type Simulator,
} from '@understudy/kernel';
import { authorize, authorizeByForm, signIn } from './authorize/authorize.js';
import { acceptIntegration, registerClient, revokeToken } from './clients/actions.js';
import { demoClient } from './clients/clients.js';
import { answerDevice, showDevice, startDevice } from './device.js';
import {
  getKeys,
  getOpenIdConfiguration,
  getServerMetadata,
  getUserInfo,
  introspectToken,
  postUserInfo,
  pushRequest,
  revokeGrant,
} from './endpoints.js';
import { clientsCollection, type RegisteredClient, type User, usersCollection } from './entities.js';
import { createTokenErrorEnvelope, identityErrors } from './errors.js';
import type { operations as Operations } from './generated/types.js';
import { logOut, logOutByForm } from './log-out.js';
import { requestGrant } from './request-grant.js';
import { requestToken } from './request-token.js';
import { identitySettings } from './settings.js';
import { authenticateToken } from './tokens/tokens.js';
import {
  decideDeviceRequest,
  inspectToken,
  issueAuthorizationCode,
  putUser,
  removeUser,
  rotateKeys,
  withdrawConsent,
} from './user-actions.js';

const operations: OperationHandlers<Operations> = {
  requestToken,
  ...{ getOpenIdConfiguration, getServerMetadata, getKeys },
  ...{ authorize, authorizeByForm, signIn, logOut, logOutByForm },
  ...{ requestGrant, getUserInfo, postUserInfo, introspectToken, revokeGrant, pushRequest },
  ...{ startDevice, showDevice, answerDevice },
};

export const identitySimulator: Simulator = defineSimulator<Operations>({
  name: 'identity',
  contract: loadBundledContract('identity', import.meta.url, '../src/generated/contract.json'),
  operations,
  refusals: identityErrors,
  envelope: createTokenErrorEnvelope,
  settings: Object.values(identitySettings),
  hasOwnPages: true,
  checkToken: authenticateToken,
  actions: {
    ...{ registerClient, acceptIntegration, revokeToken, putUser, removeUser, withdrawConsent },
    ...{ issueAuthorizationCode, decideDeviceRequest, inspectToken, rotateKeys },
  },
  seed: seedIdentity,
});

/**
 * Seeds a sandbox with the demo client and the seed's `users` and `clients`. @throws RangeError if the seed is invalid
 */
async function seedIdentity(data: unknown, { scopes }: Pick<SeedContext, 'scopes'>): Promise<void> {
  const clients = scopes.shared.collection(clientsCollection);
  await clients.put(demoClient.clientId, demoClient);
  for (const client of checked<RegisteredClient>(data, 'clients', registerClient))
    await clients.put(client.clientId, client);
  const users = scopes.shared.collection(usersCollection);
  for (const user of checked<User>(data, 'users', putUser))
    await users.put(user.sub, { ...user, claims: user.claims ?? {} });
}

/** Returns the entries of a list in a seed, each validated as the input of an action. */
function checked<Entry>(data: unknown, list: string, action: ApiAction): Entry[] {
  const entries = (isObject(data) ? data[list] : undefined) ?? [];
  if (!Array.isArray(entries)) throw new RangeError(`The seed of identity: ${list} must be a list`);
  return entries.map((entry, index) => {
    const input = isObject(entry) ? { ...entry } : {};
    const [finding] = action.check(input);
    if (finding !== undefined) throw new RangeError(`The seed of identity, ${list}/${index}: ${finding.message}`);
    return input as Entry;
  });
}
