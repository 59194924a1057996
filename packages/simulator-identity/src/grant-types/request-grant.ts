import type { OperationHandler } from '@understudy/kernel';
import { authenticateClient } from '../clients/authenticate-client.js';
import { oauthErrors } from '../errors.js';
import type { operations } from '../generated/types.js';
import { readParameters } from '../records/parameters.js';
import { grantClientCredentials } from './client-credentials.js';
import { grantDeviceTokens } from './device.js';
import { exchangeCode } from './exchange-code.js';
import { exchangeToken } from './exchange-token.js';
import type { GrantHandler } from './grant-type.js';
import { refreshTokens } from './refresh.js';

/** The handlers of the token endpoint, by `grant_type`. */
export const grantHandlers: Readonly<Record<string, GrantHandler>> = {
  authorization_code: exchangeCode,
  refresh_token: refreshTokens,
  client_credentials: grantClientCredentials,
  'urn:ietf:params:oauth:grant-type:device_code': grantDeviceTokens,
  'urn:ietf:params:oauth:grant-type:token-exchange': exchangeToken,
};

/** Serves the token endpoint (RFC 6749 section 3.2). */
export const requestGrant: OperationHandler<operations['requestGrant']> = async ({ body }, context) => {
  const parameters = readParameters(body);
  if (parameters.repeated !== undefined)
    return oauthErrors.invalid_request(`The form parameter "${parameters.repeated}" occurs more than once`);
  const name = parameters.one('grant_type');
  if (name === undefined) return oauthErrors.invalid_request('The form parameter "grant_type" is missing');
  const from = await authenticateClient(parameters, context);
  if ('refused' in from) return from;
  const grantType = Object.hasOwn(grantHandlers, name) ? grantHandlers[name] : undefined;
  if (grantType === undefined)
    return oauthErrors.unsupported_grant_type(`grant_type must be one of ${Object.keys(grantHandlers).join(', ')}`);
  return await grantType(parameters, from, context);
};
