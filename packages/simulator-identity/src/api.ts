import { type ApiDefinition, defineApi } from '@understudy/kernel';
import type { acceptIntegration, registerClient, revokeToken } from './clients/actions.js';
import type { identitySettings } from './settings.js';

/** The API definition of the identity provider, which is served whenever a service needs its tokens. */
export const api: ApiDefinition = defineApi({
  name: 'identity',
  summary: 'Sign-in by OAuth 2.1 and OpenID Connect, and access tokens for the other APIs',
  simulator: async () => (await import('./index.js')).identitySimulator,
  contract: 'specs/identity',
  scenarios: 'scenarios/identity',
  tokens: { path: '/connect/token' },
  comesAlong: true,
  deviations: async () => (await import('./deviations.js')).identityDeviations,
});

export type IdentityActions = {
  registerClient: typeof registerClient;
  acceptIntegration: typeof acceptIntegration;
  revokeToken: typeof revokeToken;
};

export type IdentitySettings = typeof identitySettings;
