import type { RegisteredClient } from '../entities.js';
import { defaultTokenLifetimeSeconds } from '../policies.js';

/** The client that every sandbox knows from the beginning. */
export const demoClient: RegisteredClient = {
  clientId: 'demo-client',
  clientSecret: 'demo-secret',
  accepted: true,
  tokenLifetime: defaultTokenLifetimeSeconds,
};
