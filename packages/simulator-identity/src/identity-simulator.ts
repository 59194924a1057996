import { defineSimulator, loadBundledContract, type Simulator } from '@understudy/kernel';
import { acceptIntegration, registerClient, revokeToken } from './clients/actions.js';
import { identityRefusals, tokenErrorEnvelope } from './errors.js';
import type { operations as Operations } from './generated/types.js';
import { operations } from './operations.js';
import { seedIdentity } from './seed-identity.js';
import { allSettings } from './settings.js';
import { callerOfToken } from './tokens/access-token.js';
import {
  decideDeviceRequest,
  inspectToken,
  issueAuthorizationCode,
  putUser,
  removeUser,
  rotateKeys,
  withdrawConsent,
} from './user-actions.js';

/** The identity provider. */
export const identitySimulator: Simulator = defineSimulator<Operations>({
  name: 'identity',
  contract: loadBundledContract('identity', import.meta.url, '../src/generated/contract.json'),
  operations,
  refusals: identityRefusals,
  envelope: tokenErrorEnvelope,
  settings: allSettings,
  hasOwnPages: true,
  checkToken: callerOfToken,
  actions: {
    ...{ registerClient, acceptIntegration, revokeToken, putUser, removeUser, withdrawConsent },
    ...{ issueAuthorizationCode, decideDeviceRequest, inspectToken, rotateKeys },
  },
  seed: seedIdentity,
});
