import { putExpiring, type UnitContext } from '@understudy/kernel';
import { type AuthorizationCode, codesCollection, type Grant } from '../entities.js';
import { maxTokenLifetimeSeconds } from '../policies.js';
import { createOpaqueValue, toOpaqueKey } from '../records/opaque.js';
import { codeLifetime } from '../settings.js';
import { createGrant } from './grants.js';

type CodeTerms = Pick<AuthorizationCode, 'redirectUri'> & { readonly challenge?: string | undefined };

/** Creates a grant and a code that can be exchanged once. A used code is retained to detect reuse. */
export async function issueCode(
  context: UnitContext,
  { redirectUri, challenge }: CodeTerms,
  granted: Omit<Grant, 'id' | 'keptUntil'>,
): Promise<string> {
  const grant = await createGrant(context, granted);
  const code = createOpaqueValue(context, 'code');
  const expiresAt = context.clock.now().getTime() + context.settings.of(codeLifetime) * 1000;
  const stored: AuthorizationCode = {
    grantId: grant.id,
    clientId: grant.clientId,
    redirectUri,
    ...(challenge === undefined ? {} : { challenge }),
    expiresAt,
    keptUntil: expiresAt + maxTokenLifetimeSeconds * 1000,
  };
  await putExpiring(context, codesCollection, [toOpaqueKey(code), stored]);
  return code;
}
