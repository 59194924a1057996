import { refreshTokensCollection } from '../entities.js';
import { oauthRefusals } from '../errors.js';
import { opaqueKey } from '../records/opaque.js';
import { wordsOf } from '../records/parameters.js';
import { grantOf, prolongGrant } from '../tokens/grants.js';
import { tokenResponse } from '../tokens/token-response.js';
import type { GrantType } from './grant-type.js';
import { resourcesOf } from './resources-of.js';
import { revokeForReuse } from './revoke-for-reuse.js';

/** Exchanges a refresh token for tokens, another refresh token among them (RFC 6749 section 6, OAuth 2.1 section 4.3.1). */
export const refresh: GrantType = async (parameters, { client }, context) => {
  const token = parameters.one('refresh_token');
  if (token === undefined) return oauthRefusals.invalid_request('The form parameter "refresh_token" is missing');
  const tokens = context.scopes.shared.collection(refreshTokensCollection);
  const stored = await tokens.get(opaqueKey(token));
  if (stored === undefined || stored.clientId !== client.clientId)
    return oauthRefusals.invalid_grant('The refresh token is unknown, or belongs to another client');
  if (stored.used === true) return await revokeForReuse(context, stored.grantId);
  if (context.clock.now().getTime() >= stored.expiresAt)
    return oauthRefusals.invalid_grant('The refresh token has expired');
  const grant = await grantOf(context, stored.grantId);
  if (grant === undefined) return oauthRefusals.invalid_grant('The grant was revoked; sign in again');
  const wanted = wordsOf(parameters.one('scope'));
  const missing = wanted.find((scope) => !stored.scopes.includes(scope));
  if (missing !== undefined) return oauthRefusals.invalid_scope(`The scope "${missing}" was not granted`);
  const resources = resourcesOf(parameters, grant);
  if ('refused' in resources) return resources;
  await tokens.put(opaqueKey(token), { ...stored, used: true });
  await prolongGrant(context, grant);
  const scopes = wanted.length > 0 ? wanted : stored.scopes;
  return await tokenResponse(context, { client, grant, scopes, resources: resources.uris });
};
