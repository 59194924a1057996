import { defineCollection, defineExpiringCollection, type ExpiringRecord } from '@understudy/kernel';
import type { JWK } from 'jose';

/** An application registered with the identity provider. Shared collection `clients`, key: the client's id. */
export interface RegisteredClient {
  readonly clientId: string;
  /** Absent for a client that has keys, and for a public one. */
  readonly clientSecret?: string;
  /** Suffixes, or plain names without environment, of the scopes that it may ask for; absent for all. */
  readonly scopes?: readonly string[];
  /** Whether the integration request was accepted; before that no scope is granted (analysis.gap.integration-pending). */
  readonly accepted: boolean;
  /** Seconds, at most 3600. */
  readonly tokenLifetime: number;
  /** Tenants that it may act for; absent for any (analysis.gap.unknown-tenant). */
  readonly tenants?: readonly string[];
  /** Where the browser can return to, exactly. */
  readonly redirectUris?: readonly string[];
  readonly postLogoutRedirectUris?: readonly string[];
  /** Whether every loopback address counts as registered. */
  readonly anyLoopback?: boolean;
  /** Whether it can leave out its secret when it sends a code or a refresh token: for single-page applications. */
  readonly isPublic?: boolean;
  /** Whether it is not registered: any secret is right, and PKCE is optional. */
  readonly isUnregistered?: true;
  /** Whether it asks users for consent. */
  readonly consent?: boolean;
  /** Whether it must push its authorization requests (RFC 9126 section 6). */
  readonly requirePushed?: boolean;
  /** Public keys for `private_key_jwt`. */
  readonly keys?: readonly JWK[];
  readonly backchannelLogoutUri?: string;
  readonly idTokenAlgorithm?: SigningAlgorithm;
  /** APIs that it may name as `resource` or `audience`; absent for any. */
  readonly resources?: readonly string[];
}

export type SigningAlgorithm = 'ES256' | 'RS256';

export const clientsCollection = defineCollection<RegisteredClient>('clients');

/** Someone who can sign in. Key: `sub`. */
export interface User {
  readonly sub: string;
  readonly claims: Readonly<Record<string, unknown>>;
  /** Scopes beyond those of OpenID Connect that the user can grant; absent for any. */
  readonly scopes?: readonly string[];
}

export const usersCollection = defineCollection<User>('users').indexedBy({
  email: ({ claims }) => (typeof claims['email'] === 'string' ? [claims['email']] : undefined),
});

/** A private key. Snapshots contain it, so that tokens stay valid in them. Key: its algorithm and number. */
export interface SigningKey {
  readonly kid: string;
  readonly alg: SigningAlgorithm;
  readonly jwk: JWK;
  /** Milliseconds, as all instants here. */
  readonly createdAt: number;
  /** When another key took its place. */
  readonly retiredAt?: number;
}

export const keysCollection = defineCollection<SigningKey>('signing-keys');

/** What a user, or a client exchanging a token, has granted to a client. Deleted when it is revoked. */
export interface Grant extends ExpiringRecord {
  readonly id: string;
  readonly clientId: string;
  readonly sub: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  /** Seconds. */
  readonly authTime: number;
  readonly acr: string;
  readonly nonce?: string;
  /** Id of the session that it belongs to. */
  readonly sid?: string;
}

export const grantsCollection = defineCollection<Grant>('grants').indexedBy({
  expiry: ({ keptUntil }) => [keptUntil],
  user: ({ sub, clientId }) => [sub, clientId],
  session: ({ sid }) => (sid === undefined ? undefined : [sid]),
});

/** An authorization code. Key: hash of the code. */
export interface AuthorizationCode extends ExpiringRecord {
  readonly grantId: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge?: string;
  readonly expiresAt: number;
  readonly used?: true;
}

export const codesCollection = defineExpiringCollection<AuthorizationCode>('codes');

/** A refresh token. Key: hash of the token. */
export interface RefreshToken extends ExpiringRecord {
  readonly grantId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly expiresAt: number;
  readonly used?: true;
}

export const refreshTokensCollection = defineExpiringCollection<RefreshToken>('refresh-tokens');

/** A user who is signed in in a browser. Key: hash of the cookie. */
export interface Session extends ExpiringRecord {
  readonly sid: string;
  readonly sub: string;
  readonly authTime: number;
  readonly acr: string;
  readonly clients: readonly string[];
}

export const sessionsCollection = defineExpiringCollection<Session>('sessions');

export const consentsCollection = defineCollection<{ readonly scopes: readonly string[]; readonly withdrawn?: true }>(
  'consents',
);

/** A pushed authorization request (RFC 9126). Key: hash of its reference. */
interface PushedRequest extends ExpiringRecord {
  readonly clientId: string;
  readonly text: string;
}

export const pushedCollection = defineExpiringCollection<PushedRequest>('pushed-requests');

/** A device that waits for a user (RFC 8628). Key: hash of the device code. */
export interface DeviceRequest extends ExpiringRecord {
  readonly userCode: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  readonly interval: number;
  /** A poll before this instant is too soon. */
  readonly nextPollAt: number;
  readonly expiresAt: number;
  readonly state: 'pending' | 'approved' | 'denied';
  readonly grantId?: string;
}

export const devicesCollection = defineCollection<DeviceRequest>('devices').indexedBy({
  expiry: ({ keptUntil }) => [keptUntil],
  userCode: ({ userCode }) => [userCode],
});

/** Ids of tokens that are not accepted any more. Key: `jti`, after the client's id where the client made it. */
export const refusedIdsCollection = defineExpiringCollection<ExpiringRecord>('refused-ids');
