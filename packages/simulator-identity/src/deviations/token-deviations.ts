import {
  changeStored,
  createDeviationTable,
  type DeviationTable,
  disableTokenExpiry,
  inPlaces,
  type SimulatorChange,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { clientsCollection } from '../entities.js';
import { acceptAnySecret, type FormPairs, toFormPairs } from './accept-any-secret.js';

/** Deviations of tokens. They change the simulator of the identity provider. */
export const tokenDeviations: DeviationTable = createDeviationTable(
  {
    'analysis.auth.step1-application': token((pairs) =>
      pairs.map(([name, value]) => [name, name === 'client_id' && value !== 'demo-client' ? 'unknown' : value]),
    ),
    'analysis.auth.step2-integration': changeStored(
      clientsCollection,
      { read: (client) => ({ ...client, accepted: true }) },
      inPlaces('requestToken'),
    ),
    'analysis.auth.step3-secret': acceptAnySecret(),
    'analysis.auth.step4-token-request': token((pairs) => [
      ...pairs.filter(([name]) => name !== 'grant_type'),
      ['grant_type', 'client_credentials'],
    ]),
    'analysis.auth.scope-shape': token((pairs) =>
      pairs.map(([name, value]) => [name, name === 'scope' ? value.replace(/-[a-z]+:/, '-stage:') : value]),
    ),
    'analysis.auth.token-lifetime': disableTokenExpiry('requestToken'),
  },
  'identity',
);

function token(change: (pairs: FormPairs) => FormPairs): SimulatorChange {
  return wrapHandlers('requestToken', (next, input, context) =>
    next({ ...input, body: change(toFormPairs(input.body)) }, context),
  );
}
