import { checkResources, checkScopes } from '../clients/check-scopes.js';
import { oauthErrors } from '../errors.js';
import { scopeClaims } from '../policies.js';
import { splitWords } from '../records/parameters.js';
import { issueAccessToken } from '../tokens/access-token.js';
import type { GrantHandler } from './grant-type.js';

/** Issues a token to the client itself (RFC 6749 section 4.4). */
export const grantClientCredentials: GrantHandler = async (parameters, { client, proven }, context) => {
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
