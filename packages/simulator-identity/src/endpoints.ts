import {
  type DocumentedResponse,
  type ErrorResult,
  type HandlerContext,
  type OperationHandler,
  putExpiring,
} from '@understudy/kernel';
import type { JWTPayload } from 'jose';
import { findRequestProblem } from './authorize/read-request.js';
import { authenticateClient, requireAuthenticatedClient } from './clients/authenticate-client.js';
import { canRedirect } from './clients/clients.js';
import { pushedCollection, refreshTokensCollection, refusedIdsCollection } from './entities.js';
import { oauthErrors } from './errors.js';
import { findUserById, selectClaims } from './find-user.js';
import type { operations } from './generated/types.js';
import { createOpaqueValue, readParameters, splitWords, toOpaqueKey } from './parameters.js';
import { acrValues, pushedRequestTtlSeconds, scopeClaims, signingAlgorithms } from './policies.js';
import { grantHandlers } from './request-grant.js';
import { getIssuer } from './settings.js';
import { getCurrentKey, listPublishedKeys, toPublicKey } from './signing-keys.js';
import { findGrant, revokeGrantById } from './tokens/grants.js';
import { checkAccessToken } from './tokens/tokens.js';

const authMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'];
const assertionAlgorithms = ['ES256', 'RS256', 'PS256'];

/**
 * Returns the metadata of OpenID Connect Discovery section 3 and RFC 8414 section 2. All URLs start with the issuer.
 */
function metadata(context: HandlerContext) {
  const issuer = getIssuer(context);
  const at = (path: string) => `${issuer}/oidc/${path}`;
  return {
    issuer,
    authorization_endpoint: at('authorize'),
    token_endpoint: at('token'),
    userinfo_endpoint: at('userinfo'),
    jwks_uri: at('jwks'),
    introspection_endpoint: at('introspect'),
    revocation_endpoint: at('revoke'),
    pushed_authorization_request_endpoint: at('par'),
    device_authorization_endpoint: at('device_authorization'),
    end_session_endpoint: at('logout'),
    scopes_supported: Object.keys(scopeClaims),
    claims_supported: [...new Set(['iss', 'auth_time', 'acr', ...Object.values(scopeClaims).flat()])],
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment'],
    grant_types_supported: Object.keys(grantHandlers),
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...signingAlgorithms],
    acr_values_supported: [...acrValues],
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: [...authMethods, 'none'],
    token_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    introspection_endpoint_auth_methods_supported: authMethods,
    introspection_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    revocation_endpoint_auth_methods_supported: [...authMethods, 'none'],
    revocation_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    authorization_response_iss_parameter_supported: true,
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    require_request_uri_registration: false,
    require_pushed_authorization_requests: false,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  };
}

export const getOpenIdConfiguration: OperationHandler<operations['getOpenIdConfiguration']> = async (
  _input,
  context,
) => ({ status: 200, body: metadata(context) });

export const getServerMetadata: OperationHandler<operations['getServerMetadata']> = async (_input, context) => ({
  status: 200,
  body: metadata(context),
});

/** Returns the public keys (RFC 7517), at least one for each algorithm in the metadata. */
export const getKeys: OperationHandler<operations['getKeys']> = async (_input, context) => {
  for (const algorithm of signingAlgorithms) await getCurrentKey(context, algorithm);
  return { status: 200, body: { keys: (await listPublishedKeys(context)).map(toPublicKey) } };
};

type Reply = DocumentedResponse<operations['getUserInfo']> | ErrorResult;

/** Returns the claims of the token's user (OpenID Connect Core section 5.3). */
export const getUserInfo: OperationHandler<operations['getUserInfo']> = async (_input, context) =>
  await answer(context);

export const postUserInfo: OperationHandler<operations['postUserInfo']> = async (_input, context) =>
  await answer(context);

async function answer(context: HandlerContext): Promise<Reply> {
  const [, token] = /^bearer +([\w.~+/-]+=*)$/i.exec(context.request.headers['authorization'] ?? '') ?? [];
  if (token === undefined) return oauthErrors.noToken();
  const claims = await checkAccessToken(context, token);
  if (claims === undefined)
    return oauthErrors.invalid_token('The bearer token was not issued by this identity provider');
  if ('fault' in claims) return oauthErrors.invalid_token(String(claims['fault']));
  const scopes = splitWords(String(claims['scope']));
  if (!scopes.includes('openid')) return oauthErrors.insufficient_scope('The access token needs the scope openid');
  const user = await findUserById(context, claims.sub ?? '');
  if (user === undefined) return oauthErrors.invalid_token('The user no longer exists');
  return { status: 200, headers: { 'Cache-Control': 'no-store' }, body: selectClaims(user, scopes) };
}

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

/** Parameters that authenticate the client and are not part of the request. */
const credentials = new Set(['client_secret', 'client_assertion', 'client_assertion_type']);

/** Accepts a pushed authorization request, checked like one from the browser (RFC 9126). */
export const pushRequest: OperationHandler<operations['pushRequest']> = async ({ body }, context) => {
  const sent = readParameters(body);
  const from = await authenticateClient(sent, context);
  if ('refused' in from) return from;
  const { client } = from;
  if (sent.one('request_uri') !== undefined) return oauthErrors.invalid_request('request_uri cannot be pushed');
  const redirectUri = sent.one('redirect_uri');
  if (redirectUri === undefined || !canRedirect(client, redirectUri))
    return oauthErrors.invalid_request('redirect_uri must exactly match a registered URI of the client');
  const problem = findRequestProblem(sent, client, context);
  if (problem !== undefined) return { ...oauthErrors.invalid_request(problem[1]), code: problem[0] };
  const uri = `urn:ietf:params:oauth:request_uri:${createOpaqueValue(context, 'pushed-request')}`;
  const kept = [...new URLSearchParams(sent.text)].filter(([name]) => !credentials.has(name));
  const keptUntil = context.clock.now().getTime() + pushedRequestTtlSeconds * 1000;
  const text = String(new URLSearchParams(kept));
  await putExpiring(context, pushedCollection, [toOpaqueKey(uri), { clientId: client.clientId, text, keptUntil }]);
  return {
    status: 201,
    headers: { 'Cache-Control': 'no-store' },
    body: { request_uri: uri, expires_in: pushedRequestTtlSeconds },
  };
};
