import { defineAction, mustBe } from '@understudy/kernel';
import { clientsCollection, type RegisteredClient } from '../entities.js';
import { defaultTokenLifetimeSeconds, longestTokenLifetimeSeconds, plainScopes, scopeSuffixes } from '../policies.js';

/** What a client may be granted. */
const grants = [...scopeSuffixes, ...plainScopes];

const safeText = { type: 'string', pattern: '^[A-Za-z0-9._~-]+$', examples: ['shop-1', 'shop_secret.2'] } as const;
const text = { type: 'string', minLength: 1 } as const;

/** Registers an application, as its owner would with the identity provider (analysis.auth.step1-application). */
export const registerClient = defineAction({
  summary: 'Registers a client, or replaces one',
  input: {
    type: 'object',
    required: ['clientId', 'clientSecret'],
    properties: {
      clientId: safeText,
      clientSecret: safeText,
      scopes: { type: 'array', items: { type: 'string', enum: grants }, description: 'All of them when left out' },
      accepted: { type: 'boolean', default: true, description: 'Whether its integration request is accepted' },
      tokenLifetime: {
        type: 'integer',
        minimum: 1,
        maximum: longestTokenLifetimeSeconds,
        default: defaultTokenLifetimeSeconds,
        description: 'Seconds',
      },
      tenants: { type: 'array', items: text, description: 'Tenants that it may act for; any when left out' },
    },
  },
  async run(input, { scopes: partitions }) {
    const { scopes, tenants, ...given } = input;
    const client: RegisteredClient = {
      ...given,
      ...(scopes === undefined ? {} : { scopes }),
      ...(tenants === undefined ? {} : { tenants }),
    };
    await partitions.shared.collection(clientsCollection).put(client.clientId, client);
    const { clientSecret: _secret, ...shown } = client;
    return { ...shown };
  },
});

/** Accepts a pending integration request (analysis.auth.step2-integration). */
export const acceptIntegration = defineAction({
  summary: 'Accepts the integration request of a client',
  input: { type: 'object', required: ['clientId'], properties: { clientId: text } },
  async run({ clientId }, { scopes }) {
    const clients = scopes.shared.collection(clientsCollection);
    const client = await clients.get(clientId);
    if (client === undefined) return mustBe('clientId', 'the id of a registered client');
    await clients.put(client.clientId, { ...client, accepted: true });
    return { clientId: client.clientId, accepted: true };
  },
});

/** Makes a token invalid before it expires. */
export const revokeToken = defineAction({
  summary: 'Revokes an access token before it expires',
  input: { type: 'object', required: ['token'], properties: { token: text } },
  async run({ token }, { tokens }) {
    tokens.revoke(token);
    return { revoked: true };
  },
});
