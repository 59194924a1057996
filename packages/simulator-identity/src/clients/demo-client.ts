import type { RegisteredClient } from '../entities.js';
import { defaultTokenLifetimeSeconds } from '../policies.js';

/** The client that exists in every sandbox from the start. It needs no secret to exchange a code with PKCE. */
export const demoClient = {
  clientId: 'demo-client',
  clientSecret: 'demo-secret',
  accepted: true,
  tokenLifetime: defaultTokenLifetimeSeconds,
  anyLoopback: true,
  isPublic: true,
} as const satisfies RegisteredClient;
