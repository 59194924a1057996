import { createMustBeFinding, defineAction } from '@understudy/kernel';
import type { JWK } from 'jose';
import { clientsCollection, type RegisteredClient } from '../entities.js';
import { defaultTokenLifetimeSeconds, maxTokenLifetimeSeconds, scopeSuffixes, unsuffixedScopes } from '../policies.js';
import { registrableUriPattern } from './clients.js';

const grants = [...scopeSuffixes, ...unsuffixedScopes];

const safeText = { type: 'string', pattern: '^[A-Za-z0-9._~-]+$', examples: ['shop-1', 'shop_secret.2'] } as const;
const text = { type: 'string', minLength: 1 } as const;
const uri = { type: 'string', pattern: registrableUriPattern, examples: ['http://localhost:5173/callback'] } as const;
const jwk = { type: 'object', additionalProperties: text } as const;

const asKey = (key: Readonly<Record<string, string>>): JWK => ({ ...key, kty: key['kty'] ?? '' });

/** Registers an application, as its owner would with the identity provider (analysis.auth.step1-application). */
export const registerClient = defineAction({
  summary: 'Registers a client, or replaces one',
  input: {
    type: 'object',
    required: ['clientId'],
    properties: {
      clientId: safeText,
      clientSecret: safeText,
      scopes: { type: 'array', items: { type: 'string', enum: grants }, description: 'All of them when left out' },
      accepted: { type: 'boolean', default: true, description: 'Whether its integration request is accepted' },
      tokenLifetime: {
        type: 'integer',
        minimum: 1,
        maximum: maxTokenLifetimeSeconds,
        default: defaultTokenLifetimeSeconds,
        description: 'Seconds',
      },
      redirectUris: { type: 'array', items: uri, description: 'Where users return to, exactly' },
      postLogoutRedirectUris: { type: 'array', items: uri },
      backchannelLogoutUri: uri,
      isPublic: { type: 'boolean', description: 'Whether it can do without its secret when it uses PKCE' },
      consent: { type: 'boolean', description: 'Whether it asks users for consent' },
      requirePushed: { type: 'boolean', description: 'Whether it must push its authorization requests' },
      idTokenAlgorithm: { type: 'string', enum: ['ES256', 'RS256'] },
      keys: { type: 'array', items: jwk, description: 'Public JSON Web Keys for private_key_jwt' },
      resources: { type: 'array', items: text, description: 'APIs that it can get tokens for; any when left out' },
      tenants: { type: 'array', items: text, description: 'Tenants that it may act for; any when left out' },
    },
  },
  async run(input, { scopes: partitions }) {
    const { keys, ...given } = input;
    const client: RegisteredClient = { ...given, ...(keys === undefined ? {} : { keys: keys.map(asKey) }) };
    if (client.clientSecret === undefined && client.keys === undefined && client.isPublic !== true)
      return createMustBeFinding('clientSecret', 'given, unless the client has keys or is public');
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
    if (client === undefined) return createMustBeFinding('clientId', 'the id of a registered client');
    await clients.put(client.clientId, { ...client, accepted: true });
    return { clientId: client.clientId, accepted: true };
  },
});

export const revokeToken = defineAction({
  summary: 'Revokes an access token before it expires',
  input: { type: 'object', required: ['token'], properties: { token: text } },
  async run({ token }, { tokens }) {
    tokens.revoke(token);
    return { revoked: true };
  },
});
