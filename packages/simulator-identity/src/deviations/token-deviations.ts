import { type Change, type Deviations, handle, immortalTokens, withParts } from '@understudy/kernel/deviations';
import { anySecret } from './any-secret.js';
import { type Pairs, pairsOf } from './pairs-of.js';

/** Deviations from what is documented about tokens: the simulator that they change is that of the identity provider. */
export const tokenDeviations: Deviations = {
  'analysis.auth.step1-application': [
    'one client_id alone is known',
    token((pairs) =>
      pairs.map(([name, value]) => [name, name === 'client_id' && value !== 'demo-client' ? 'unknown' : value]),
    ),
    'identity',
  ],
  'analysis.auth.step2-integration': [
    'an integration that nobody accepted gets its token',
    handle('requestToken', (next, input, context) =>
      next(input, withParts(context, { scopes: { ...context.scopes, shared: accepting(context.scopes.shared) } })),
    ),
    'identity',
  ],
  'analysis.auth.step3-secret': ['any secret is accepted', anySecret(), 'identity'],
  'analysis.auth.step4-token-request': [
    'grant_type is not checked',
    token((pairs) => [...pairs.filter(([name]) => name !== 'grant_type'), ['grant_type', 'client_credentials']]),
    'identity',
  ],
  'analysis.auth.scope-shape': [
    'the environment of the scope is not checked',
    token((pairs) =>
      pairs.map(([name, value]) => [name, name === 'scope' ? value.replace(/-[a-z]+:/, '-stage:') : value]),
    ),
    'identity',
  ],
  'analysis.auth.token-lifetime': ['tokens never expire', immortalTokens('requestToken'), 'identity'],
};

function token(change: (pairs: Pairs) => Pairs): Change {
  return handle('requestToken', (next, input, context) =>
    next({ ...input, body: change(pairsOf(input.body)) }, context),
  );
}

type Shared = Parameters<Parameters<typeof handle>[1]>[2]['scopes']['shared'];

/** Clients as though each integration had been accepted. */
function accepting(shared: Shared): Shared {
  return {
    ...shared,
    collection<T>(name: string) {
      const kept = shared.collection<T>(name);
      return {
        get: async (key: string) => {
          const found = await kept.get(key);
          return found === undefined ? undefined : { ...found, accepted: true };
        },
        list: () => kept.list(),
        put: (key: string, value: T) => kept.put(key, value),
        delete: (key: string) => kept.delete(key),
      };
    },
  };
}
