import type { ErrorResult, HandlerContext } from '@understudy/kernel';
import { oauthErrors } from '../errors.js';
import { revokeGrantById } from '../tokens/grants.js';

/** Rejects a reused code or refresh token, and revokes its grant because the token may be stolen. */
export async function revokeForReuse(context: HandlerContext, grantId: string): Promise<ErrorResult> {
  await revokeGrantById(context, grantId);
  const refusal = oauthErrors.invalid_grant('It was used before; the whole grant is revoked, sign in again');
  return { ...refusal, stores: true };
}
