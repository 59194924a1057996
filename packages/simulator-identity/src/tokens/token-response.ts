import type { Context } from '@understudy/kernel';
import type { Grant, RegisteredClient } from '../entities.js';
import { issueAccessToken } from './access-token.js';
import { issueIdToken } from './id-token.js';
import { issueRefreshToken } from './refresh-tokens.js';

/** What a client gets for a user's grant. */
export interface GrantedTokens {
  readonly client: RegisteredClient;
  readonly grant: Grant;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
}

/** The tokens of a grant: with `openid` an ID token, with `offline_access` or without `openid` a refresh token. */
export async function tokenResponse(context: Context, { client, grant, scopes, resources }: GrantedTokens) {
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
