import type { Handlers } from '@understudy/kernel';
import { authorize, authorizeByForm } from './authorize/authorize.js';
import { signIn } from './authorize/sign-in.js';
import { answerDevice, showDevice } from './device/device-page.js';
import { startDevice } from './device/start-device.js';
import { getKeys, getOpenIdConfiguration, getServerMetadata } from './endpoints/discovery.js';
import { introspectToken } from './endpoints/introspect.js';
import { pushRequest } from './endpoints/push-request.js';
import { revokeGrant } from './endpoints/revoke.js';
import { getUserInfo, postUserInfo } from './endpoints/user-info.js';
import type { operations as Operations } from './generated/types.js';
import { requestGrant } from './grant-types/request-grant.js';
import { logOut, logOutByForm } from './logout/log-out.js';
import { requestToken } from './token/request-token.js';

/** The handlers of the provider, by operation. */
export const operations: Handlers<Operations> = {
  requestToken,
  ...{ getOpenIdConfiguration, getServerMetadata, getKeys },
  ...{ authorize, authorizeByForm, signIn, logOut, logOutByForm },
  ...{ requestGrant, getUserInfo, postUserInfo, introspectToken, revokeGrant, pushRequest },
  ...{ startDevice, showDevice, answerDevice },
};
