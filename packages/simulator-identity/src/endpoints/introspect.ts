import type { HandlerContext, OperationHandler } from '@understudy/kernel';
import type { JWTPayload } from 'jose';
import { requireAuthenticatedClient } from '../clients/authenticate-client.js';
import { refreshTokensCollection } from '../entities.js';
import { oauthErrors } from '../errors.js';
import type { operations } from '../generated/types.js';
import { getIssuer } from '../get-issuer.js';
import { toOpaqueKey } from '../records/opaque.js';
import { readParameters } from '../records/parameters.js';
import { checkAccessToken } from '../tokens/access-token.js';
import { findGrant } from '../tokens/grants.js';

/** Serves token introspection (RFC 7662). All invalid tokens get the same response. */
export const introspectToken: OperationHandler<operations['introspectToken']> = async ({ body }, context) => {
  const parameters = readParameters(body);
  const client = await requireAuthenticatedClient(parameters, context);
  if ('refused' in client) return client;
  const token = parameters.one('token');
  if (token === undefined) return oauthErrors.invalid_request('The form parameter "token" is missing');
  const found = (await accessTokenFacts(token, context)) ?? (await refreshTokenFacts(token, context));
  return {
    status: 200,
    headers: { 'Cache-Control': 'no-store' },
    body: found === undefined ? { active: false } : { active: true, ...found },
  };
};

async function accessTokenFacts(token: string, context: HandlerContext): Promise<JWTPayload | undefined> {
  const claims = await checkAccessToken(context, token);
  if (claims !== undefined) {
    if ('fault' in claims) return undefined;
    const { grant_id: _grant, ...shown } = claims;
    return { ...shown, token_type: 'Bearer', ...(typeof _grant === 'string' ? { username: claims.sub } : {}) };
  }
  // The token may be from `/connect/token`.
  const caller = await context.tokens.verify(token);
  if ('fault' in caller) return undefined;
  const { clientId, scopes } = caller;
  return { client_id: clientId, sub: clientId, scope: scopes.join(' '), token_type: 'Bearer', iss: getIssuer(context) };
}

async function refreshTokenFacts(token: string, context: HandlerContext): Promise<JWTPayload | undefined> {
  const stored = await context.scopes.shared.collection(refreshTokensCollection).get(toOpaqueKey(token));
  if (stored === undefined || stored.used === true || context.clock.now().getTime() >= stored.expiresAt)
    return undefined;
  const grant = await findGrant(context, stored.grantId);
  if (grant === undefined) return undefined;
  const exp = Math.floor(stored.expiresAt / 1000);
  const scope = stored.scopes.join(' ');
  return { client_id: stored.clientId, sub: grant.sub, username: grant.sub, scope, exp, iss: getIssuer(context) };
}
