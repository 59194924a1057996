import { defineSimulator, loadBundledContract, type OperationHandlers, type Simulator } from '@understudy/kernel';
import { authorize, authorizeByForm } from './authorize/authorize.js';
import { signIn } from './authorize/sign-in.js';
import { acceptIntegration, registerClient, revokeToken } from './clients/actions.js';
import { answerDevice, showDevice } from './device/device-page.js';
import { startDevice } from './device/start-device.js';
import { getKeys, getOpenIdConfiguration, getServerMetadata } from './endpoints/discovery.js';
import { introspectToken } from './endpoints/introspect.js';
import { pushRequest } from './endpoints/push-request.js';
import { revokeGrant } from './endpoints/revoke.js';
import { getUserInfo, postUserInfo } from './endpoints/user-info.js';
import { createTokenErrorEnvelope, identityErrors } from './errors.js';
import type { operations as Operations } from './generated/types.js';
import { requestGrant } from './grant-types/request-grant.js';
import { logOut, logOutByForm } from './logout/log-out.js';
import { seedIdentity } from './seed-identity.js';
import { identitySettings } from './settings.js';
import { requestToken } from './token/request-token.js';
import { authenticateToken } from './tokens/access-token.js';
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

/** The simulator of the identity provider. */
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
