import { createHash } from 'node:crypto';
import type { DocumentedResponse, ErrorResult, HandlerContext, OperationHandler } from '@understudy/kernel';
import type { JWTPayload } from 'jose';
import { type AuthenticatedClient, authenticateClient } from './clients/authenticate-client.js';
import { checkResources, checkScopes } from './clients/check-scopes.js';
import { isSameSecret } from './clients/clients.js';
import { codesCollection, devicesCollection, type Grant, refreshTokensCollection } from './entities.js';
import { oauthErrors } from './errors.js';
import type { operations } from './generated/types.js';
import { type RequestParameters, readParameters, splitWords, toOpaqueKey } from './parameters.js';
import { scopeClaims, slowDownIntervalSeconds } from './policies.js';
import { extendGrant, findGrant, revokeGrantById } from './tokens/grants.js';
import { checkAccessToken, createTokenResponse, issueAccessToken } from './tokens/tokens.js';

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

/** Exchanges an authorization code (RFC 6749 section 4.1.3, RFC 7636 section 4.6). */
const exchangeCode: GrantHandler = async (parameters, { client, proven }, context) => {
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

const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

/** Exchanges an access token for one that the same user can use with another API (RFC 8693). */
const exchangeToken: GrantHandler = async (parameters, { client, proven }, context) => {
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

type TokenAnswer = DocumentedResponse<operations['requestGrant']> | ErrorResult;

type GrantHandler = (
  parameters: RequestParameters,
  from: AuthenticatedClient,
  context: HandlerContext,
) => Promise<TokenAnswer>;

/**
 * Returns the APIs for which a token is valid: the granted ones that the request names, or by default all granted APIs
 * (RFC 8707 section 2.2).
 */
function resolveResources(
  parameters: RequestParameters,
  { resources }: Grant,
): { readonly uris: readonly string[] } | ErrorResult {
  const wanted = parameters.all('resource');
  const missing = wanted.find((uri) => !resources.includes(uri));
  if (missing !== undefined) return oauthErrors.invalid_target(`The resource "${missing}" was not granted`);
  return { uris: wanted.length > 0 ? wanted : resources };
}

/** Rejects a reused code or refresh token, and revokes its grant because the token may be stolen. */
async function revokeForReuse(context: HandlerContext, grantId: string): Promise<ErrorResult> {
  await revokeGrantById(context, grantId);
  const refusal = oauthErrors.invalid_grant('It was used before; the whole grant is revoked, sign in again');
  return { ...refusal, stores: true };
}

/** The handlers of the token endpoint, by `grant_type`. */
export const grantHandlers: Readonly<Record<string, GrantHandler>> = {
  authorization_code: exchangeCode,
  refresh_token: refreshTokens,
  client_credentials: grantClientCredentials,
  'urn:ietf:params:oauth:grant-type:device_code': grantDeviceTokens,
  'urn:ietf:params:oauth:grant-type:token-exchange': exchangeToken,
};
