import type { ApiAction, SeedContext } from '@understudy/kernel';
import { registerClient } from './clients/actions.js';
import { demoClient } from './clients/demo-client.js';
import { clientsCollection, type RegisteredClient, type User, usersCollection } from './entities.js';
import { putUser } from './user-actions.js';

/**
 * Seeds a sandbox with the demo client and the seed's `users` and `clients`. @throws RangeError if the seed is invalid
 */
export async function seedIdentity(data: unknown, { scopes }: Pick<SeedContext, 'scopes'>): Promise<void> {
  const clients = scopes.shared.collection(clientsCollection);
  await clients.put(demoClient.clientId, demoClient);
  for (const client of checked<RegisteredClient>(data, 'clients', registerClient))
    await clients.put(client.clientId, client);
  const users = scopes.shared.collection(usersCollection);
  for (const user of checked<User>(data, 'users', putUser))
    await users.put(user.sub, { ...user, claims: user.claims ?? {} });
}

/** Returns the entries of a list in a seed, each validated as the input of an action. */
function checked<Entry>(data: unknown, list: string, action: ApiAction): Entry[] {
  const entries: unknown = Object(data)[list] ?? [];
  if (!Array.isArray(entries)) throw new RangeError(`The seed of identity: ${list} must be a list`);
  return entries.map((entry, index) => {
    const input = { ...Object(entry) };
    const [finding] = action.check(input);
    if (finding !== undefined) throw new RangeError(`The seed of identity, ${list}/${index}: ${finding.message}`);
    return input as Entry;
  });
}
