import { createHash } from 'node:crypto';
import { isSameSecret } from '../clients/is-same-secret.js';
import { codesCollection } from '../entities.js';
import { oauthErrors } from '../errors.js';
import { toOpaqueKey } from '../records/opaque.js';
import { findGrant } from '../tokens/grants.js';
import { createTokenResponse } from '../tokens/token-response.js';
import type { GrantHandler } from './grant-type.js';
import { resolveResources } from './resolve-resources.js';
import { revokeForReuse } from './revoke-for-reuse.js';

/** Exchanges an authorization code (RFC 6749 section 4.1.3, RFC 7636 section 4.6). */
export const exchangeCode: GrantHandler = async (parameters, { client, proven }, context) => {
  const code = parameters.one('code');
  if (code === undefined) return oauthErrors.invalid_request('The form parameter "code" is missing');
  const codes = context.scopes.shared.collection(codesCollection);
  const stored = await codes.get(toOpaqueKey(code));
  if (stored === undefined || stored.clientId !== client.clientId)
    return oauthErrors.invalid_grant('The authorization code is unknown, or belongs to another client');
  if (stored.used === true) return await revokeForReuse(context, stored.grantId);
  const { redirectUri, challenge, expiresAt, grantId } = stored;
  if (context.clock.now().getTime() >= expiresAt)
    return oauthErrors.invalid_grant('The authorization code has expired');
  if (parameters.one('redirect_uri') !== redirectUri)
    return oauthErrors.invalid_grant('redirect_uri must match the authorization request');
  const verifier = parameters.one('code_verifier');
  if (challenge === undefined && verifier !== undefined)
    return oauthErrors.invalid_grant('The authorization request had no code_challenge; send no code_verifier');
  if (challenge === undefined && !proven)
    return oauthErrors.invalid_client('Without PKCE the client must authenticate');
  if (challenge !== undefined && !isVerifierOf(challenge, verifier))
    return oauthErrors.invalid_grant('code_verifier does not match code_challenge');
  const grant = await findGrant(context, grantId);
  if (grant === undefined) return oauthErrors.invalid_grant('The grant was revoked');
  const resources = resolveResources(parameters, grant);
  if ('refused' in resources) return resources;
  await codes.put(toOpaqueKey(code), { ...stored, used: true });
  return await createTokenResponse(context, { client, grant, scopes: grant.scopes, resources: resources.uris });
};

function isVerifierOf(challenge: string, verifier: string | undefined): boolean {
  if (verifier === undefined || !/^[\w.~-]{43,128}$/.test(verifier)) return false;
  return isSameSecret(challenge, createHash('sha256').update(verifier).digest('base64url'));
}
