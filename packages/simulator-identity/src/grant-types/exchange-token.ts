import type { ErrorResult, HandlerContext } from '@understudy/kernel';
import type { JWTPayload } from 'jose';
import { checkResources, checkScopes } from '../clients/check-scopes.js';
import { oauthErrors } from '../errors.js';
import { scopeClaims } from '../policies.js';
import { type RequestParameters, splitWords } from '../records/parameters.js';
import { checkAccessToken, issueAccessToken } from '../tokens/access-token.js';
import { findGrant } from '../tokens/grants.js';
import type { GrantHandler } from './grant-type.js';

const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

/** Exchanges an access token for one that the same user can use with another API (RFC 8693). */
export const exchangeToken: GrantHandler = async (parameters, { client, proven }, context) => {
  if (!proven) return oauthErrors.invalid_client('The client must authenticate');
  const subject = await readToken('subject', parameters, context);
  if (subject === undefined) return oauthErrors.invalid_request('The form parameter "subject_token" is missing');
  if (!('claims' in subject)) return subject;
  const actor = await readToken('actor', parameters, context);
  if (actor !== undefined && !('claims' in actor)) return actor;
  const wantedType = parameters.one('requested_token_type') ?? accessTokenType;
  if (wantedType !== accessTokenType)
    return oauthErrors.invalid_request(`requested_token_type must be ${accessTokenType}`);

  const had = splitWords(String(subject.claims['scope']));
  const wanted = splitWords(parameters.one('scope'));
  const scopes = wanted.length > 0 ? wanted : had.filter((scope) => scopeClaims[scope] === undefined);
  const missing = scopes.find((scope) => !had.includes(scope));
  if (missing !== undefined)
    return oauthErrors.invalid_scope(`The scope "${missing}" was not granted to the subject token`);
  const resources = [...parameters.all('resource'), ...parameters.all('audience')];
  const refusal = checkScopes(scopes, client, context) ?? checkResources(parameters.all('resource'), client);
  if (refusal !== undefined) return refusal;

  const { grant_id: grantId, sub = '', act } = subject.claims;
  const grant = typeof grantId === 'string' ? await findGrant(context, grantId) : undefined;
  const chain = actor === undefined ? act : { sub: actor.claims.sub, ...(act === undefined ? {} : { act }) };
  const accessToken = await issueAccessToken(context, {
    ...{ client, sub, scopes, resources },
    ...(grant === undefined ? {} : { grant }),
    ...(chain === undefined ? {} : { act: chain as JWTPayload }),
  });
  return {
    status: 200,
    headers: { 'Cache-Control': 'no-store' },
    body: {
      access_token: accessToken,
      issued_token_type: accessTokenType,
      token_type: 'Bearer',
      expires_in: client.tokenLifetime,
      scope: scopes.join(' '),
    },
  };
};

async function readToken(
  whose: 'subject' | 'actor',
  parameters: RequestParameters,
  context: HandlerContext,
): Promise<{ readonly claims: JWTPayload } | ErrorResult | undefined> {
  const [token, type] = [parameters.one(`${whose}_token`), parameters.one(`${whose}_token_type`)];
  if (token === undefined && type === undefined) return undefined;
  if (token === undefined || type !== accessTokenType)
    return oauthErrors.invalid_request(
      `${whose}_token must be an access token, and ${whose}_token_type ${accessTokenType}`,
    );
  const claims = await checkAccessToken(context, token);
  if (claims !== undefined && !('fault' in claims)) return { claims };
  return oauthErrors.invalid_request(`${whose}_token is not valid here and now`);
}
