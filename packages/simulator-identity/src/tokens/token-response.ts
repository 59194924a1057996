import { type HandlerContext, putExpiring, type UnitContext } from '@understudy/kernel';
import { type Grant, type RefreshToken, type RegisteredClient, refreshTokensCollection } from '../entities.js';
import { createOpaqueValue, toOpaqueKey } from '../records/opaque.js';
import { refreshTokenLifetime } from '../settings.js';
import { issueAccessToken } from './access-token.js';
import { issueIdToken } from './id-token.js';

/** The tokens that a client receives for a user's grant. */
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
