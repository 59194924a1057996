import { putExpiring, type UnitContext } from '@understudy/kernel';
import { type Grant, type RefreshToken, refreshTokensCollection } from '../entities.js';
import { keyOf, opaqueValue } from '../records/opaque.js';
import { refreshTokenLifetime } from '../settings.js';

/** Issues a refresh token of a grant. */
export async function issueRefreshToken(
  context: Pick<UnitContext, 'ids' | 'signer' | 'clock' | 'scopes' | 'settings'>,
  { id: grantId, clientId }: Grant,
  scopes: readonly string[],
): Promise<string> {
  const token = opaqueValue(context, 'refresh-token');
  const expiresAt = context.clock.now().getTime() + context.settings.of(refreshTokenLifetime) * 1000;
  const stored: RefreshToken = { grantId, clientId, scopes, expiresAt, keptUntil: expiresAt };
  await putExpiring(context, refreshTokensCollection, [keyOf(token), stored]);
  return token;
}
