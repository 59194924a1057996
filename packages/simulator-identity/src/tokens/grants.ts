import { putExpiring, type UnitContext } from '@understudy/kernel';
import {
  type AuthorizationCode,
  codesCollection,
  consentsCollection,
  type Grant,
  grantsCollection,
} from '../entities.js';
import { createOpaqueValue, toOpaqueKey } from '../parameters.js';
import { maxTokenLifetimeSeconds } from '../policies.js';
import { codeLifetime, refreshTokenLifetime } from '../settings.js';

type GrantContext = Pick<UnitContext, 'scopes' | 'clock' | 'ids' | 'settings'>;

/** Stores a grant. It expires with its refresh token, and each new one extends it. */
export async function createGrant(context: GrantContext, given: Omit<Grant, 'id' | 'keptUntil'>): Promise<Grant> {
  const grant: Grant = { ...given, id: context.ids.next('grant'), keptUntil: grantEnd(context) };
  await putExpiring(context, grantsCollection, [grant.id, grant]);
  return grant;
}

/** Extends a grant by the lifetime of a refresh token. */
export async function extendGrant(context: GrantContext, grant: Grant): Promise<void> {
  await context.scopes.shared.collection(grantsCollection).put(grant.id, { ...grant, keptUntil: grantEnd(context) });
}

export async function findGrant({ scopes, clock }: GrantContext, id: string): Promise<Grant | undefined> {
  const grant = await scopes.shared.collection(grantsCollection).get(id);
  return grant !== undefined && clock.now().getTime() < grant.keptUntil ? grant : undefined;
}

/** Revokes a grant. Its tokens are no longer accepted. */
export async function revokeGrantById({ scopes }: Pick<UnitContext, 'scopes'>, id: string): Promise<void> {
  await scopes.shared.collection(grantsCollection).delete(id);
}

export async function withdrawUserConsent({ scopes }: Pick<UnitContext, 'scopes'>, sub: string, clientId: string) {
  const grants = scopes.shared.collection(grantsCollection);
  const found = await grants.range('user', [sub, clientId], [sub, clientId]);
  for (const { key } of found) await grants.delete(key);
  await scopes.shared.collection(consentsCollection).put(toConsentKey(sub, clientId), { scopes: [], withdrawn: true });
  return found.length;
}

export function toConsentKey(sub: string, clientId: string): string {
  return JSON.stringify([sub, clientId]);
}

function grantEnd({ clock, settings }: GrantContext): number {
  return clock.now().getTime() + settings.of(refreshTokenLifetime) * 1000;
}

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
