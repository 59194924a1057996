import { defineSimulator, loadBundledContract, type Simulator } from '@understudy/kernel';
import { acceptIntegration, registerClient, revokeToken } from './clients/actions.js';
import { demoClient } from './clients/demo-client.js';
import { clientsCollection } from './entities.js';
import { identityRefusals, tokenErrorEnvelope } from './errors.js';
import { contractIndex } from './generated/contract-index.js';
import type { operations } from './generated/types.js';
import { environment, scopePrefix } from './settings.js';
import { requestToken } from './token/request-token.js';

const identityContract = loadBundledContract({
  name: 'identity',
  index: contractIndex,
  from: import.meta.url,
  path: '../src/generated/contract.json',
});

/** The identity provider. */
export const identitySimulator: Simulator = defineSimulator<operations>({
  name: 'identity',
  contract: identityContract,
  operations: { requestToken },
  refusals: identityRefusals,
  envelope: tokenErrorEnvelope,
  settings: [scopePrefix, environment],
  actions: { registerClient, acceptIntegration, revokeToken },
  async seed(_data, { scopes }) {
    await scopes.shared.collection(clientsCollection).put(demoClient.clientId, demoClient);
  },
});
