import { refuse } from '@understudy/kernel';
import { all, type Change, handle, immortalTokens, overlay, type Result, refuseWhen, withParts } from './change.js';
import type { Deviations } from './deviation.js';

type Pairs = readonly (readonly [string, string])[];

/** Deviations from what the three analysis services share about access. Most are the identity provider's. */
export function analysisAuth(prefix: string): Deviations {
  return {
    'analysis.auth.bearer-everywhere': [
      'Get job status works without a token',
      all(
        overlay({ target: `$.paths['${prefix}/status'].get`, update: { security: [] } }),
        asDemoClient('getJobStatus'),
      ),
    ],
    'analysis.auth.step5-header': [
      'the token is accepted as query parameter too',
      all(
        overlay({ target: `$.paths['${prefix}/data'].get`, update: { security: [] } }),
        handle('listDatasets', async (next, input, context) => {
          const header = context.request.headers['authorization'];
          const query = new URL(context.request.url, 'http://localhost').searchParams;
          const token = header?.replace(/^bearer +/i, '') ?? query.get('access_token') ?? query.get('token');
          if (token === null)
            return refuse(401, 'UNAUTHORIZED', 'There is no token', { headers: { 'WWW-Authenticate': 'Bearer' } });
          const caller = await context.tokens.verify(token);
          if ('fault' in caller) return refuse(403, 'FORBIDDEN', caller.fault);
          const tenantId = String(input.headers['tenantId']);
          const scope = context.scopes.of({ clientId: caller.clientId, tenantId });
          return await next(input, withParts(context, { caller, scope }));
        }),
      ),
    ],
    'analysis.auth.upload-url-self-authenticated': [
      'the upload needs a bearer token',
      refuseWhen('uploadData', 401, (_input, context) => context.request.headers['authorization'] === undefined),
    ],
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
    'analysis.auth.step3-secret': [
      'any secret is accepted',
      handle('requestToken', async (next, input, context) => {
        const pairs = pairsOf(input.body);
        const clientId = pairs.find(([name]) => name === 'client_id')?.[1] ?? '';
        const client = await context.scopes.shared.collection<{ clientSecret: string }>('clients').get(clientId);
        const secret = client?.clientSecret;
        const body = pairs.map(([name, value]) => [
          name,
          name === 'client_secret' && secret !== undefined ? secret : value,
        ]);
        return await next({ ...input, body }, context);
      }),
      'identity',
    ],
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
}

/** Serves an operation as the demo client where no token came. */
export function asDemoClient(operation: string): Change {
  return handle(operation, (next, input, context): Promise<Result> => {
    const caller = context.caller ?? { clientId: 'demo-client', scopes: [] };
    return next(input, withParts(context, { caller }));
  });
}

function token(change: (pairs: Pairs) => Pairs): Change {
  return handle('requestToken', (next, input, context) =>
    next({ ...input, body: change(pairsOf(input.body)) }, context),
  );
}

function pairsOf(body: unknown): Pairs {
  return Array.isArray(body) ? body.map(([name, value]) => [String(name), String(value)]) : [];
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
