import { createHash } from 'node:crypto';
import type { HandlerContext } from '@understudy/kernel';
import type { JWTPayload } from 'jose';
import type { Grant, RegisteredClient } from '../entities.js';
import { getIssuer } from '../get-issuer.js';
import { signJwt, verifyJwt } from '../keys/sign-jwt.js';
import { idTokenLifetime, signingAlgorithm } from '../settings.js';
import { findUserById } from '../users/find-user.js';
import { selectClaims } from '../users/select-claims.js';

const typ = 'JWT';

/** Issues an ID token (OpenID Connect Core section 2). */
export async function issueIdToken(
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
  return await signJwt(context, claims, { alg: client.idTokenAlgorithm ?? context.settings.of(signingAlgorithm), typ });
}

/** Reads the claims of an ID token of this issuer. Accepts expired tokens, because hints can be expired. */
export async function readIdToken(context: HandlerContext, token: string): Promise<JWTPayload | undefined> {
  const claims = await verifyJwt(context, token, typ);
  return claims?.iss === getIssuer(context) ? claims : undefined;
}
