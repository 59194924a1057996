import { type SimulatorChange, wrapHandlers } from '@understudy/kernel/deviations';
import { clientsCollection } from '../entities.js';

/** Names and values of a form. */
export type FormPairs = readonly (readonly [string, string])[];

/** Returns the body of a token request as pairs; empty if it is not a form. */
export function toFormPairs(body: unknown): FormPairs {
  return Array.isArray(body) ? body.map(([name, value]) => [String(name), String(value)]) : [];
}

/** Accepts any secret of an existing client. */
export function acceptAnySecret(): SimulatorChange {
  return wrapHandlers('requestToken', async (next, input, context) => {
    const pairs = toFormPairs(input.body);
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
