import type { Caller, HandlerContext, TokenFault, UnitContext } from '@understudy/kernel';
import type { JWTPayload } from 'jose';
import { clientsCollection, type Grant, type RegisteredClient, refusedIdsCollection } from '../entities.js';
import { getIssuer } from '../get-issuer.js';
import { signJwt, verifyJwt } from '../keys/sign-jwt.js';
import { signingAlgorithm } from '../settings.js';
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

const typ = 'at+jwt';

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
  return await signJwt(context, claims, { alg: context.settings.of(signingAlgorithm), typ });
}

type CheckContext = Pick<UnitContext, 'clock' | 'scopes' | 'settings' | 'signer' | 'ids'>;

/** Returns the claims of a valid access token of the sandbox; undefined for any other text. */
export async function checkAccessToken(
  context: CheckContext,
  token: string,
): Promise<JWTPayload | TokenFault | undefined> {
  const claims = await verifyJwt(context, token, typ);
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

export async function authenticateToken(
  token: string,
  context: CheckContext,
): Promise<Caller | TokenFault | undefined> {
  const claims = await checkAccessToken(context, token);
  if (claims === undefined || 'fault' in claims) return claims as TokenFault | undefined;
  const clientId = String(claims['client_id']);
  const client = await context.scopes.shared.collection(clientsCollection).get(clientId);
  const { tenants } = client ?? {};
  return { clientId, scopes: String(claims['scope']).split(' '), ...(tenants === undefined ? {} : { tenants }) };
}

/** Binds a token to its sandbox. A fork has the same keys but does not accept tokens of another sandbox. */
function proofOf({ signer }: Pick<UnitContext, 'signer'>, id: string): string {
  return signer.sign(`access token ${id}`).slice(0, 16);
}
