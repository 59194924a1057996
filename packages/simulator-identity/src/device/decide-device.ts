import type { UnitContext } from '@understudy/kernel';
import { listUserScopes } from '../clients/check-scopes.js';
import { type DeviceRequest, devicesCollection, type User } from '../entities.js';
import { acrValues } from '../policies.js';
import { createGrant } from '../tokens/grants.js';

/** Finds the waiting device that shows a code. Ignores case and hyphens (RFC 8628 section 6.1). */
export async function findDevice(
  { scopes, clock }: Pick<UnitContext, 'scopes' | 'clock'>,
  userCode: string,
): Promise<{ readonly key: string; readonly value: DeviceRequest } | undefined> {
  const word = userCode.toUpperCase().replaceAll(/[^A-Z]/g, '');
  const code = `${word.slice(0, 4)}-${word.slice(4)}`;
  const [found] = await scopes.shared.collection(devicesCollection).range('userCode', [code], [code], { limit: 1 });
  const waits = found?.value.state === 'pending' && clock.now().getTime() < found.value.expiresAt;
  return waits ? found : undefined;
}

/** Allows a device on behalf of a user, or denies it without a user. */
export async function decideDevice(
  context: UnitContext,
  { key, value }: { readonly key: string; readonly value: DeviceRequest },
  user: User | undefined,
): Promise<void> {
  const devices = context.scopes.shared.collection(devicesCollection);
  if (user === undefined) return await devices.put(key, { ...value, state: 'denied' });
  const { clientId, resources } = value;
  const authTime = Math.floor(context.clock.now().getTime() / 1000);
  const scopes = listUserScopes(user, value.scopes);
  const grant = await createGrant(context, { clientId, sub: user.sub, scopes, resources, authTime, acr: acrValues[0] });
  await devices.put(key, { ...value, state: 'approved', grantId: grant.id });
}
