import type { Finding } from '@understudy/contract';
import type { Action } from '@understudy/kernel';
import { clientsCollection, type RegisteredClient } from '../entities.js';
import { defaultTokenLifetimeSeconds, longestTokenLifetimeSeconds, plainScopes, scopeSuffixes } from '../policies.js';

/** What a client may be granted. */
const grants = [...scopeSuffixes, ...plainScopes];

const safeText = /^[A-Za-z0-9._~-]+$/;

/** Registers an application, as its owner would with the identity provider (analysis.auth.step1-application). */
export const registerClient: Action = {
  summary: 'Registers a client: {clientId, clientSecret, scopes?, accepted?, tokenLifetime?, tenants?}',
  members: ['clientId', 'clientSecret', 'scopes', 'accepted', 'tokenLifetime', 'tenants'],
  async run(input, { scopes: partitions }) {
    const {
      clientId,
      clientSecret,
      scopes,
      accepted = true,
      tokenLifetime = defaultTokenLifetimeSeconds,
      tenants,
    } = input;
    const findings = [
      ...must('clientId', isSafeText(clientId), 'text of letters, digits and . _ ~ -'),
      ...must('clientSecret', isSafeText(clientSecret), 'text of letters, digits and . _ ~ -'),
      ...must('scopes', scopes === undefined || isListOf(scopes, grants), `a list of ${grants.join(', ')}`),
      ...must('accepted', typeof accepted === 'boolean', 'true or false'),
      ...must(
        'tokenLifetime',
        Number.isInteger(tokenLifetime) &&
          Number(tokenLifetime) >= 1 &&
          Number(tokenLifetime) <= longestTokenLifetimeSeconds,
        `seconds from 1 to ${longestTokenLifetimeSeconds}`,
      ),
      ...must('tenants', tenants === undefined || isListOf(tenants), 'a list of tenant ids'),
    ];
    if (findings.length > 0) return findings;
    const client: RegisteredClient = {
      clientId: String(clientId),
      clientSecret: String(clientSecret),
      accepted: accepted === true,
      tokenLifetime: Number(tokenLifetime),
      ...(isListOf(scopes) ? { scopes } : {}),
      ...(isListOf(tenants) ? { tenants } : {}),
    };
    await partitions.shared.collection(clientsCollection).put(client.clientId, client);
    const { clientSecret: _secret, ...shown } = client;
    return { ...shown };
  },
};

/** Accepts a pending integration request (analysis.auth.step2-integration). */
export const acceptIntegration: Action = {
  summary: 'Accepts the integration request of a client: {clientId}',
  members: ['clientId'],
  async run({ clientId }, { scopes }) {
    const clients = scopes.shared.collection(clientsCollection);
    const client = typeof clientId === 'string' ? await clients.get(clientId) : undefined;
    if (client === undefined) return must('clientId', false, 'the id of a registered client');
    await clients.put(client.clientId, { ...client, accepted: true });
    return { clientId: client.clientId, accepted: true };
  },
};

/** Makes a token invalid before it expires. */
export const revokeToken: Action = {
  summary: 'Revokes an access token: {token}',
  members: ['token'],
  async run({ token }, { tokens }) {
    if (typeof token !== 'string' || token === '') return must('token', false, 'an access token');
    tokens.revoke(token);
    return { revoked: true };
  },
};

function must(key: string, holds: boolean, allowed: string): Finding[] {
  const pointer = `/body/${key}`;
  return holds
    ? []
    : [{ ruleId: 'request/value', severity: 'error', message: `${pointer} must be ${allowed}`, pointer }];
}

function isSafeText(value: unknown): value is string {
  return typeof value === 'string' && safeText.test(value);
}

function isListOf(value: unknown, allowed?: readonly string[]): value is string[] {
  return (
    Array.isArray(value) && value.every((item) => typeof item === 'string' && (allowed?.includes(item) ?? item !== ''))
  );
}
