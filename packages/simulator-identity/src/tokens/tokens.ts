import { createHash } from 'node:crypto';
import { type HandlerContext, putExpiring, type TokenFault, type UnitContext } from '@understudy/kernel';
import type { JWTPayload } from 'jose';
import {
  clientsCollection,
  type Grant,
  type RefreshToken,
  type RegisteredClient,
  refreshTokensCollection,
  refusedIdsCollection,
} from '../entities.js';
import { findUserById, selectClaims } from '../find-user.js';
import { createOpaqueValue, toOpaqueKey } from '../parameters.js';
import { getIssuer, idTokenLifetime, refreshTokenLifetime, signingAlgorithm } from '../settings.js';
import { signJwt, verifyJwt } from '../signing-keys.js';
import { findGrant } from './grants.js';

interface AccessTokenTerms {
  readonly client: RegisteredClient;
  readonly sub: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  readonly grant?: Grant;
  /** The party that acts for the user (RFC 8693 section 4.1). */
  readonly act?: JWTPayload;
}

const accessTokenType = 'at+jwt';

/** Issues an access token (RFC 9068). */
export async function issueAccessToken(context: HandlerContext, terms: AccessTokenTerms): Promise<string> {
  const { client, sub, scopes, resources, grant, act } = terms;
  const issuer = getIssuer(context);
  const iat = Math.floor(context.clock.now().getTime() / 1000);
  const id = context.ids.next('token');
  const claims = {
    iss: issuer,
    sub,
    aud: resources.length > 1 ? [...resources] : (resources[0] ?? issuer),
    client_id: client.clientId,
    scope: scopes.join(' '),
    iat,
    exp: iat + client.tokenLifetime,
    jti: `${id}.${proofOf(context, id)}`,
    ...(grant === undefined ? {} : { grant_id: grant.id, auth_time: grant.authTime, acr: grant.acr }),
    ...(act === undefined ? {} : { act }),
  };
  return await signJwt(context, claims, { alg: context.settings.of(signingAlgorithm), typ: accessTokenType });
}

type CheckContext = Pick<UnitContext, 'clock' | 'scopes' | 'settings' | 'signer' | 'ids'>;

/** Returns the claims of a valid access token of the sandbox. Undefined for any other string. */
export async function checkAccessToken(context: CheckContext, token: string) {
  const claims = await verifyJwt(context, token, accessTokenType);
  const { jti = '', exp = 0, grant_id: grantId } = claims ?? {};
  const [id = '', proof] = jti.split('.');
  if (claims === undefined || proof !== proofOf(context, id)) return undefined;
  if (context.clock.now().getTime() >= exp * 1000)
    return { fault: `The access token expired at ${new Date(exp * 1000).toISOString()}; request a new one` };
  const isRefused = (await context.scopes.shared.collection(refusedIdsCollection).get(jti)) !== undefined;
  if (isRefused || (typeof grantId === 'string' && (await findGrant(context, grantId)) === undefined))
    return { fault: 'The access token was revoked; request a new one' };
  return claims;
}

export async function authenticateToken(token: string, context: CheckContext) {
  const claims = await checkAccessToken(context, token);
  if (claims === undefined || 'fault' in claims) return claims as TokenFault | undefined;
  const clientId = String(claims['client_id']);
  const client = await context.scopes.shared.collection(clientsCollection).get(clientId);
  const { tenants } = client ?? {};
  const { sub = '', auth_time: signedIn } = claims;
  return {
    ...{ clientId, scopes: String(claims['scope']).split(' ') },
    ...(tenants === undefined ? {} : { tenants }),
    // The token of a user, not of a client.
    ...(signedIn === undefined ? {} : { claims: { sub, auth_time: String(signedIn) } }),
  };
}

/** Binds a token to its sandbox. A fork has the same keys but does not accept tokens of another sandbox. */
function proofOf({ signer }: Pick<UnitContext, 'signer'>, id: string): string {
  return signer.sign(`access token ${id}`).slice(0, 16);
}

const idTokenType = 'JWT';

/** Issues an ID token (OpenID Connect Core section 2). */
async function issueIdToken(
  context: HandlerContext,
  {
    client,
    grant,
    accessToken,
  }: { readonly client: RegisteredClient; readonly grant: Grant; readonly accessToken: string },
): Promise<string> {
  const user = await findUserById(context, grant.sub);
  const iat = Math.floor(context.clock.now().getTime() / 1000);
  const claims = {
    ...(user === undefined ? {} : selectClaims(user, grant.scopes)),
    iss: getIssuer(context),
    sub: grant.sub,
    aud: client.clientId,
    iat,
    exp: iat + context.settings.of(idTokenLifetime),
    auth_time: grant.authTime,
    acr: grant.acr,
    amr: ['user'],
    at_hash: createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url'),
    ...(grant.nonce === undefined ? {} : { nonce: grant.nonce }),
    ...(grant.sid === undefined ? {} : { sid: grant.sid }),
  };
  return await signJwt(context, claims, {
    alg: client.idTokenAlgorithm ?? context.settings.of(signingAlgorithm),
    typ: idTokenType,
  });
}

/** Reads the claims of an ID token of this issuer. Accepts expired tokens, because hints can be expired. */
export async function readIdToken(context: HandlerContext, token: string): Promise<JWTPayload | undefined> {
  const claims = await verifyJwt(context, token, idTokenType);
  return claims?.iss === getIssuer(context) ? claims : undefined;
}

interface GrantedTokens {
  readonly client: RegisteredClient;
  readonly grant: Grant;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
}

/**
 * Creates the tokens of a grant: an ID token with `openid`, and a refresh token with `offline_access` or without
 * `openid`.
 */
export async function createTokenResponse(
  context: HandlerContext,
  { client, grant, scopes, resources }: GrantedTokens,
) {
  const accessToken = await issueAccessToken(context, { client, sub: grant.sub, scopes, resources, grant });
  const isIdentity = scopes.includes('openid');
  const refreshes = grant.scopes.includes('offline_access') || !grant.scopes.includes('openid');
  return {
    status: 200 as const,
    headers: { 'Cache-Control': 'no-store' },
    body: {
      access_token: accessToken,
      token_type: 'Bearer' as const,
      expires_in: client.tokenLifetime,
      scope: scopes.join(' '),
      ...(refreshes ? { refresh_token: await issueRefreshToken(context, grant, grant.scopes) } : {}),
      ...(isIdentity ? { id_token: await issueIdToken(context, { client, grant, accessToken }) } : {}),
    },
  };
}

async function issueRefreshToken(
  context: Pick<UnitContext, 'ids' | 'signer' | 'clock' | 'scopes' | 'settings'>,
  { id: grantId, clientId }: Grant,
  scopes: readonly string[],
): Promise<string> {
  const token = createOpaqueValue(context, 'refresh-token');
  const expiresAt = context.clock.now().getTime() + context.settings.of(refreshTokenLifetime) * 1000;
  const stored: RefreshToken = { grantId, clientId, scopes, expiresAt, keptUntil: expiresAt };
  await putExpiring(context, refreshTokensCollection, [toOpaqueKey(token), stored]);
  return token;
}
