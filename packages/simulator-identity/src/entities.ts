import { defineCollection } from '@understudy/kernel';

/** An application registered with the identity provider. Shared collection `clients`, key: the client's id. */
export interface RegisteredClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Suffixes, or plain names without environment, of the scopes that it may ask for; absent for all. */
  readonly scopes?: readonly string[];
  /** Whether the integration request was accepted; before that no scope is granted (analysis.gap.integration-pending). */
  readonly accepted: boolean;
  /** Seconds, at most 3600. */
  readonly tokenLifetime: number;
  /** Tenants that it may act for; absent for any (analysis.gap.unknown-tenant). */
  readonly tenants?: readonly string[];
}

export const clientsCollection = defineCollection<RegisteredClient>('clients');
