import {
  type Change,
  changeStored,
  type Deviations,
  deviationTable,
  handle,
  neverExpire,
  within,
} from '@understudy/kernel/deviations';
import { clientsCollection } from '../entities.js';
import { anySecret, type Pairs, pairsOf } from './any-secret.js';

/** Deviations from what is documented about tokens: the simulator that they change is that of the identity provider. */
export const tokenDeviations: Deviations = deviationTable(
  {
    'analysis.auth.step1-application: one client_id alone is known': token((pairs) =>
      pairs.map(([name, value]) => [name, name === 'client_id' && value !== 'demo-client' ? 'unknown' : value]),
    ),
    'analysis.auth.step2-integration: an integration that nobody accepted gets its token': changeStored(
      clientsCollection,
      { read: (client) => ({ ...client, accepted: true }) },
      within('requestToken'),
    ),
    'analysis.auth.step3-secret: any secret is accepted': anySecret(),
    'analysis.auth.step4-token-request: grant_type is not checked': token((pairs) => [
      ...pairs.filter(([name]) => name !== 'grant_type'),
      ['grant_type', 'client_credentials'],
    ]),
    'analysis.auth.scope-shape: the environment of the scope is not checked': token((pairs) =>
      pairs.map(([name, value]) => [name, name === 'scope' ? value.replace(/-[a-z]+:/, '-stage:') : value]),
    ),
    'analysis.auth.token-lifetime: tokens never expire': neverExpire('requestToken'),
  },
  'identity',
);

function token(change: (pairs: Pairs) => Pairs): Change {
  return handle('requestToken', (next, input, context) =>
    next({ ...input, body: change(pairsOf(input.body)) }, context),
  );
}
