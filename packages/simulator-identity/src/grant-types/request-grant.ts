import type { OperationHandler } from '@understudy/kernel';
import { authenticateClient } from '../clients/authenticate-client.js';
import { oauthRefusals } from '../errors.js';
import type { operations } from '../generated/types.js';
import { readParameters } from '../records/parameters.js';
import { clientCredentials } from './client-credentials.js';
import { device } from './device.js';
import { exchangeCode } from './exchange-code.js';
import { exchangeToken } from './exchange-token.js';
import type { GrantType } from './grant-type.js';
import { refresh } from './refresh.js';

/** What the token endpoint serves, by `grant_type`. */
export const grantTypes: Readonly<Record<string, GrantType>> = {
  authorization_code: exchangeCode,
  refresh_token: refresh,
  client_credentials: clientCredentials,
  'urn:ietf:params:oauth:grant-type:device_code': device,
  'urn:ietf:params:oauth:grant-type:token-exchange': exchangeToken,
};

/** The token endpoint (RFC 6749 section 3.2). */
export const requestGrant: OperationHandler<operations['requestGrant']> = async ({ body }, context) => {
  const parameters = readParameters(body);
  if (parameters.repeated !== undefined)
    return oauthRefusals.invalid_request(`The form parameter "${parameters.repeated}" occurs more than once`);
  const name = parameters.one('grant_type');
  if (name === undefined) return oauthRefusals.invalid_request('The form parameter "grant_type" is missing');
  const from = await authenticateClient(parameters, context);
  if ('refused' in from) return from;
  const grantType = Object.hasOwn(grantTypes, name) ? grantTypes[name] : undefined;
  if (grantType === undefined)
    return oauthRefusals.unsupported_grant_type(`grant_type must be one of ${Object.keys(grantTypes).join(', ')}`);
  return await grantType(parameters, from, context);
};
