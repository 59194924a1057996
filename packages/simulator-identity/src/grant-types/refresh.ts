import { refreshTokensCollection } from '../entities.js';
import { oauthErrors } from '../errors.js';
import { toOpaqueKey } from '../records/opaque.js';
import { splitWords } from '../records/parameters.js';
import { extendGrant, findGrant } from '../tokens/grants.js';
import { createTokenResponse } from '../tokens/token-response.js';
import type { GrantHandler } from './grant-type.js';
import { resolveResources } from './resolve-resources.js';
import { revokeForReuse } from './revoke-for-reuse.js';

/**
 * Exchanges a refresh token for new tokens, including a refresh token (RFC 6749 section 6, OAuth 2.1 section 4.3.1).
 */
export const refreshTokens: GrantHandler = async (parameters, { client }, context) => {
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
