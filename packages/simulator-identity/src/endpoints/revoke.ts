import { type OperationHandler, putExpiring } from '@understudy/kernel';
import { authenticateClient } from '../clients/authenticate-client.js';
import { refreshTokensCollection, refusedIdsCollection } from '../entities.js';
import { oauthErrors } from '../errors.js';
import type { operations } from '../generated/types.js';
import { toOpaqueKey } from '../records/opaque.js';
import { readParameters } from '../records/parameters.js';
import { checkAccessToken } from '../tokens/access-token.js';
import { revokeGrantById } from '../tokens/grants.js';

const done = { status: 200, headers: { 'Cache-Control': 'no-store' } } as const;

/** Revokes a token of the calling client (RFC 7009). Revoking a refresh token also revokes its grant. */
export const revokeGrant: OperationHandler<operations['revokeGrant']> = async ({ body }, context) => {
  const parameters = readParameters(body);
  const from = await authenticateClient(parameters, context);
  if ('refused' in from) return from;
  const token = parameters.one('token');
  if (token === undefined) return oauthErrors.invalid_request('The form parameter "token" is missing');
  const { clientId } = from.client;
  const ofOther = oauthErrors.invalid_grant('The token belongs to another client');

  const stored = await context.scopes.shared.collection(refreshTokensCollection).get(toOpaqueKey(token));
  if (stored !== undefined) {
    if (stored.clientId !== clientId) return ofOther;
    await revokeGrantById(context, stored.grantId);
    return done;
  }
  const claims = await checkAccessToken(context, token);
  if (claims === undefined) {
    // The token may be from `/connect/token`.
    const caller = await context.tokens.verify(token);
    if ('fault' in caller) return done;
    if (caller.clientId !== clientId) return ofOther;
    context.tokens.revoke(token);
    return done;
  }
  if ('fault' in claims) return done;
  if (claims['client_id'] !== clientId) return ofOther;
  await putExpiring(context, refusedIdsCollection, [claims.jti ?? '', { keptUntil: (claims.exp ?? 0) * 1000 }]);
  return done;
};
