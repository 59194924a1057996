import { defineCollection, defineExpiringCollection, type ExpiringRecord } from '@understudy/kernel';
import type { JWK } from 'jose';

/** An application registered with the identity provider. Shared collection `clients`, key: the client's id. */
export interface RegisteredClient {
  readonly clientId: string;
  /** Secret of the client; absent for clients with keys and for public clients. */
  readonly clientSecret?: string;
  /** Scopes that the client can request, as suffixes or plain names without environment; absent for all. */
  readonly scopes?: readonly string[];
  /**
   * True if the integration request was accepted. Until then no scope is granted (analysis.gap.integration-pending).
   */
  readonly accepted: boolean;
  /** Token lifetime in seconds, at most 3600. */
  readonly tokenLifetime: number;
  /** Tenants that the client can act for; absent for any (analysis.gap.unknown-tenant). */
  readonly tenants?: readonly string[];
  /** Exact addresses to which the browser can return. */
  readonly redirectUris?: readonly string[];
  readonly postLogoutRedirectUris?: readonly string[];
  /** True if every loopback address counts as registered. */
  readonly anyLoopback?: boolean;
  /** True if the client can omit its secret with a code or refresh token, as single-page applications do. */
  readonly isPublic?: boolean;
  /** True if the client is not registered. It can use any secret, and PKCE is optional. */
  readonly isUnregistered?: true;
  /** True if the client asks users for consent. */
  readonly consent?: boolean;
  /** True if the client must push its authorization requests (RFC 9126 section 6). */
  readonly requirePushed?: boolean;
  /** Public keys for `private_key_jwt`. */
  readonly keys?: readonly JWK[];
  readonly backchannelLogoutUri?: string;
  readonly idTokenAlgorithm?: SigningAlgorithm;
  /** APIs that the client can name as `resource` or `audience`; absent for any. */
  readonly resources?: readonly string[];
}

export type SigningAlgorithm = 'ES256' | 'RS256';

export const clientsCollection = defineCollection<RegisteredClient>('clients');

/** A user who can sign in. Key: `sub`. */
export interface User {
  readonly sub: string;
  readonly claims: Readonly<Record<string, unknown>>;
  /** Scopes that the user can grant in addition to those of OpenID Connect; absent for any. */
  readonly scopes?: readonly string[];
}

export const usersCollection = defineCollection<User>('users').indexedBy({
  email: ({ claims }) => (typeof claims['email'] === 'string' ? [claims['email']] : undefined),
});

/** A private key. Snapshots contain it, so that tokens remain valid after a restore. Key: its algorithm and number. */
export interface SigningKey {
  readonly kid: string;
  readonly alg: SigningAlgorithm;
  readonly jwk: JWK;
  /** Creation time in milliseconds since the epoch, like all instants here. */
  readonly createdAt: number;
  /** Time at which another key replaced this one. */
  readonly retiredAt?: number;
}

export const keysCollection = defineCollection<SigningKey>('signing-keys');

/** The rights that a user, or a client exchanging a token, has granted to a client. Deleted on revocation. */
export interface Grant extends ExpiringRecord {
  readonly id: string;
  readonly clientId: string;
  readonly sub: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  /** Time of the sign-in in seconds. */
  readonly authTime: number;
  readonly acr: string;
  readonly nonce?: string;
  /** Id of the session to which the grant belongs. */
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

/** The session of a user signed in with a browser. Key: hash of the cookie. */
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

/** A device that is waiting for a user (RFC 8628). Key: hash of the device code. */
export interface DeviceRequest extends ExpiringRecord {
  readonly userCode: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  readonly interval: number;
  /** Instant before which a poll is too early. */
  readonly nextPollAt: number;
  readonly expiresAt: number;
  readonly state: 'pending' | 'approved' | 'denied';
  readonly grantId?: string;
}

export const devicesCollection = defineCollection<DeviceRequest>('devices').indexedBy({
  expiry: ({ keptUntil }) => [keptUntil],
  userCode: ({ userCode }) => [userCode],
});

/**
 * Ids of tokens that are no longer accepted. Key: `jti`, prefixed with the client's id if the client issued the token.
 */
export const refusedIdsCollection = defineExpiringCollection<ExpiringRecord>('refused-ids');
