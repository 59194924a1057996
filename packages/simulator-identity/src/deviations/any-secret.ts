import { type Change, handle } from '@understudy/kernel/deviations';
import { clientsCollection } from '../entities.js';
import { pairsOf } from './pairs-of.js';

/** Accepts any secret of a client that there is. */
export function anySecret(): Change {
  return handle('requestToken', async (next, input, context) => {
    const pairs = pairsOf(input.body);
    const clientId = pairs.find(([name]) => name === 'client_id')?.[1] ?? '';
    const client = await context.scopes.shared.collection(clientsCollection).get(clientId);
    const secret = client?.clientSecret;
    const body = pairs.map(([name, value]) => [
      name,
      name === 'client_secret' && secret !== undefined ? secret : value,
    ]);
    return await next({ ...input, body }, context);
  });
}
