import { defineSimulator, loadBundledContract, type Simulator } from '@understudy/kernel';
import { acceptIntegration, registerClient, revokeToken } from './clients/actions.js';
import { demoClient } from './clients/demo-client.js';
import { clientsCollection } from './entities.js';
import { identityRefusals, tokenErrorEnvelope } from './errors.js';
import type { operations } from './generated/types.js';
import { environment, scopePrefix } from './settings.js';
import { requestToken } from './token/request-token.js';

/** The identity provider. */
export const identitySimulator: Simulator = defineSimulator<operations>({
  name: 'identity',
  contract: loadBundledContract('identity', import.meta.url, '../src/generated/contract.json'),
  operations: { requestToken },
  refusals: identityRefusals,
  envelope: tokenErrorEnvelope,
  settings: [scopePrefix, environment],
  actions: { registerClient, acceptIntegration, revokeToken },
  async seed(_data, { scopes }) {
    await scopes.shared.collection(clientsCollection).put(demoClient.clientId, demoClient);
  },
});
