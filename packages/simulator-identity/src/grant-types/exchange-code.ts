import { createHash } from 'node:crypto';
import { sameSecret } from '../clients/same-secret.js';
import { codesCollection } from '../entities.js';
import { oauthRefusals } from '../errors.js';
import { opaqueKey } from '../records/opaque.js';
import { grantOf } from '../tokens/grants.js';
import { tokenResponse } from '../tokens/token-response.js';
import type { GrantType } from './grant-type.js';
import { resourcesOf } from './resources-of.js';
import { revokeForReuse } from './revoke-for-reuse.js';

/** Exchanges an authorization code (RFC 6749 section 4.1.3, RFC 7636 section 4.6). */
export const exchangeCode: GrantType = async (parameters, { client, proven }, context) => {
  const code = parameters.one('code');
  if (code === undefined) return oauthRefusals.invalid_request('The form parameter "code" is missing');
  const codes = context.scopes.shared.collection(codesCollection);
  const stored = await codes.get(opaqueKey(code));
  if (stored === undefined || stored.clientId !== client.clientId)
    return oauthRefusals.invalid_grant('The authorization code is unknown, or belongs to another client');
  if (stored.used === true) return await revokeForReuse(context, stored.grantId);
  const { redirectUri, challenge, expiresAt, grantId } = stored;
  if (context.clock.now().getTime() >= expiresAt)
    return oauthRefusals.invalid_grant('The authorization code has expired');
  if (parameters.one('redirect_uri') !== redirectUri)
    return oauthRefusals.invalid_grant('redirect_uri must be the one of the authorization request');
  const verifier = parameters.one('code_verifier');
  if (challenge === undefined && verifier !== undefined)
    return oauthRefusals.invalid_grant('The authorization request had no code_challenge; send no code_verifier');
  if (challenge === undefined && !proven)
    return oauthRefusals.invalid_client('Without PKCE the client must authenticate');
  if (challenge !== undefined && !isVerifierOf(challenge, verifier))
    return oauthRefusals.invalid_grant('code_verifier does not match code_challenge');
  const grant = await grantOf(context, grantId);
  if (grant === undefined) return oauthRefusals.invalid_grant('The grant was revoked');
  const resources = resourcesOf(parameters, grant);
  if ('refused' in resources) return resources;
  await codes.put(opaqueKey(code), { ...stored, used: true });
  return await tokenResponse(context, { client, grant, scopes: grant.scopes, resources: resources.uris });
};

function isVerifierOf(challenge: string, verifier: string | undefined): boolean {
  if (verifier === undefined || !/^[\w.~-]{43,128}$/.test(verifier)) return false;
  return sameSecret(challenge, createHash('sha256').update(verifier).digest('base64url'));
}
