import type { UnitContext } from '@understudy/kernel';
import { clientsCollection, type RegisteredClient } from '../entities.js';
import { unregisteredClients } from '../settings.js';
import { demoClient } from './demo-client.js';

/** Finds a client by id, either registered or accepted because of the setting `unregisteredClients`. */
export async function findClient(
  { scopes, settings }: Pick<UnitContext, 'scopes' | 'settings'>,
  clientId: string,
): Promise<RegisteredClient | undefined> {
  const registered = await scopes.shared.collection(clientsCollection).get(clientId);
  const granted = settings.of(unregisteredClients);
  if (registered !== undefined || granted === null) return registered;
  const { clientSecret: _secret, ...client } = demoClient;
  return { ...client, clientId, isUnregistered: true, ...(granted.length === 0 ? {} : { scopes: granted }) };
}
