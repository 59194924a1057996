import type { OperationHandler } from '@understudy/kernel';
import { authenticateClient } from '../clients/authenticate-client.js';
import { checkResources, checkScopes } from '../clients/check-scopes.js';
import { devicesCollection, refreshTokensCollection } from '../entities.js';
import { oauthErrors } from '../errors.js';
import type { operations } from '../generated/types.js';
import { scopeClaims, slowDownIntervalSeconds } from '../policies.js';
import { toOpaqueKey } from '../records/opaque.js';
import { readParameters, splitWords } from '../records/parameters.js';
import { issueAccessToken } from '../tokens/access-token.js';
import { extendGrant, findGrant } from '../tokens/grants.js';
import { createTokenResponse } from '../tokens/token-response.js';
import { exchangeCode } from './exchange-code.js';
import { exchangeToken } from './exchange-token.js';
import type { GrantHandler } from './grant-type.js';
import { resolveResources } from './resolve-resources.js';
import { revokeForReuse } from './revoke-for-reuse.js';

/**
 * Exchanges a refresh token for new tokens, including a refresh token (RFC 6749 section 6, OAuth 2.1 section 4.3.1).
 */
const refreshTokens: GrantHandler = async (parameters, { client }, context) => {
  const token = parameters.one('refresh_token');
  if (token === undefined) return oauthErrors.invalid_request('The form parameter "refresh_token" is missing');
  const tokens = context.scopes.shared.collection(refreshTokensCollection);
  const stored = await tokens.get(toOpaqueKey(token));
  if (stored === undefined || stored.clientId !== client.clientId)
    return oauthErrors.invalid_grant('The refresh token is unknown, or belongs to another client');
  if (stored.used === true) return await revokeForReuse(context, stored.grantId);
  if (context.clock.now().getTime() >= stored.expiresAt)
    return oauthErrors.invalid_grant('The refresh token has expired');
  const grant = await findGrant(context, stored.grantId);
  if (grant === undefined) return oauthErrors.invalid_grant('The grant was revoked; sign in again');
  const wanted = splitWords(parameters.one('scope'));
  const missing = wanted.find((scope) => !stored.scopes.includes(scope));
  if (missing !== undefined) return oauthErrors.invalid_scope(`The scope "${missing}" was not granted`);
  const resources = resolveResources(parameters, grant);
  if ('refused' in resources) return resources;
  await tokens.put(toOpaqueKey(token), { ...stored, used: true });
  await extendGrant(context, grant);
  const scopes = wanted.length > 0 ? wanted : stored.scopes;
  return await createTokenResponse(context, { client, grant, scopes, resources: resources.uris });
};

/** Responds to a device that polls for its tokens (RFC 8628 section 3.4). */
const grantDeviceTokens: GrantHandler = async (parameters, { client }, context) => {
  const code = parameters.one('device_code');
  if (code === undefined) return oauthErrors.invalid_request('The form parameter "device_code" is missing');
  const devices = context.scopes.shared.collection(devicesCollection);
  const key = toOpaqueKey(code);
  const found = await devices.get(key);
  if (found === undefined || found.clientId !== client.clientId)
    return oauthErrors.invalid_grant('The device code is unknown, or belongs to another client');
  const now = context.clock.now().getTime();
  if (now >= found.expiresAt) return oauthErrors.expired_token('The device code has expired');
  if (found.state === 'denied') return oauthErrors.access_denied('The user has refused');
  if (found.state === 'pending') {
    const tooSoon = now < found.nextPollAt;
    const interval = found.interval + (tooSoon ? slowDownIntervalSeconds : 0);
    await devices.put(key, { ...found, interval, nextPollAt: now + interval * 1000 });
    const refusal = tooSoon
      ? oauthErrors.slow_down(`Wait ${interval} seconds before the next request`)
      : oauthErrors.authorization_pending('The user has not answered yet');
    return { ...refusal, stores: true };
  }
  const grant = await findGrant(context, found.grantId ?? '');
  if (grant === undefined) return oauthErrors.invalid_grant('The grant was revoked');
  await devices.delete(key);
  return await createTokenResponse(context, { client, grant, scopes: grant.scopes, resources: grant.resources });
};

/** Issues a token to the client itself (RFC 6749 section 4.4). */
const grantClientCredentials: GrantHandler = async (parameters, { client, proven }, context) => {
  if (!proven) return oauthErrors.invalid_client('The client must authenticate');
  const scopes = splitWords(parameters.one('scope'));
  const ofUsers = scopes.find((scope) => scopeClaims[scope] !== undefined);
  if (ofUsers !== undefined) return oauthErrors.invalid_scope(`The scope "${ofUsers}" needs a user`);
  const resources = parameters.all('resource');
  const refusal = checkScopes(scopes, client, context) ?? checkResources(resources, client);
  if (refusal !== undefined) return refusal;
  const accessToken = await issueAccessToken(context, { client, sub: client.clientId, scopes, resources });
  return {
    status: 200,
    headers: { 'Cache-Control': 'no-store' },
    body: {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: client.tokenLifetime,
      scope: scopes.join(' '),
    },
  };
};

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
