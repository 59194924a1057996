import { createErrorResult } from '@understudy/kernel';
import {
  changeResponseBody,
  changeStored,
  changeStoredIn,
  createDeviationTable,
  type DeviationTable,
  disableTokenExpiry,
  readDeviationTable,
  rejectWhen,
  type SimulatorChange,
  toJsonObject,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import {
  clientsCollection,
  codesCollection,
  consentsCollection,
  devicesCollection,
  grantsCollection,
  pushedCollection,
  refreshTokensCollection,
  sessionsCollection,
} from '../entities.js';
import rows from './identity-deviations.json' with { type: 'json' };
import {
  acceptAnyCsrfToken,
  acceptAnySecret,
  addToForm,
  changeErrorCode,
  changeForm,
  changeHeaders,
  changeLocation,
  changeQuery,
  changeTokens,
  dropFromForm,
  dropRequestParameter,
  ignoreTokenFault,
  replaceInForm,
  replaceInQuery,
  respondWhen,
  toFormPairs,
} from './oidc-changes.js';

const token = 'requestGrant';

const table = readDeviationTable(rows, {
  collections: {
    clients: clientsCollection,
    codes: codesCollection,
    devices: devicesCollection,
    grants: grantsCollection,
    pushed: pushedCollection,
    refreshTokens: refreshTokensCollection,
    sessions: sessionsCollection,
  },
  words: {
    acceptAnyCsrfToken,
    addFields: addToForm,
    dropField: dropFromForm,
    dropParameter: dropRequestParameter,
    errorCode: changeErrorCode,
    field: replaceInForm,
    header: (operations: string | readonly string[], name: string, part: string, by: string) =>
      changeHeaders(operations, ({ [name]: value = '' }) => ({ [name]: value.replace(part, by) })),
    headers: (operations: string | readonly string[], headers: Record<string, string>) =>
      changeHeaders(operations, () => headers),
    ignoreTokenFault,
    location: changeLocation,
    metadata: (name: string, value: unknown) =>
      changeResponseBody('getOpenIdConfiguration', (body) => ({ ...toJsonObject(body), [name]: value ?? undefined })),
    parameter: replaceInQuery,
    refusal:
      (name: 'wrongMethod' | 'injected', ...given: Parameters<typeof createErrorResult>): SimulatorChange =>
      (simulator) => ({ ...simulator, refusals: { ...simulator.refusals, [name]: () => createErrorResult(...given) } }),
    respond: respondWhen,
    tokens: changeTokens,
  },
});

/** Deviations of tokens. They change the simulator of the identity provider. */
export const tokenDeviations: DeviationTable = createDeviationTable(
  {
    'analysis.auth.step1-application': changeForm('requestToken', (pairs) =>
      pairs.map(([name, value]) => [name, name === 'client_id' && value !== 'demo-client' ? 'unknown' : value]),
    ),
    'analysis.auth.step2-integration': changeStoredIn('requestToken', clientsCollection, {
      read: (client) => ({ ...client, accepted: true }),
    }),
    'analysis.auth.step3-secret': acceptAnySecret(),
    'analysis.auth.step4-token-request': changeForm('requestToken', (pairs) => [
      ...pairs.filter(([name]) => name !== 'grant_type'),
      ['grant_type', 'client_credentials'],
    ]),
    'analysis.auth.scope-shape': changeForm('requestToken', (pairs) =>
      pairs.map(([name, value]) => [name, name === 'scope' ? value.replace(/-[a-z]+:/, '-stage:') : value]),
    ),
    'analysis.auth.token-lifetime': disableTokenExpiry('requestToken'),
  },
  'identity',
);

export const identityDeviations: DeviationTable = {
  ...tokenDeviations,
  ...table,
  ...createDeviationTable({
    'identity.pkce.public-clients': changeQuery((query) => {
      if (query.get('client_id') !== 'app' || query.has('code_challenge')) return;
      query.set('code_challenge', 'x'.repeat(43));
      query.set('code_challenge_method', 'S256');
    }),
    'identity.session.consent-required': changeStored(consentsCollection, { read: ({ scopes }) => ({ scopes }) }),
    'identity.page.injection': changeResponseBody('authorize', (body) =>
      typeof body === 'string' ? body.replaceAll('%3C', '<') : body,
    ),
    'identity.logout.registered-address': changeQuery((query) => {
      if (query.has('post_logout_redirect_uri')) query.set('post_logout_redirect_uri', 'http://localhost:5173/bye');
    }, 'logOut'),
    'identity.client.basic-encoding': rejectWhen(token, 401, (_input, { request }) =>
      Buffer.from((request.headers['authorization'] ?? '').slice(6), 'base64')
        .toString()
        .includes('%'),
    ),
    'identity.client.one-method': changeForm(token, (pairs, { request }) =>
      pairs.filter(([name]) => name !== 'client_secret' || request.headers['authorization'] === undefined),
    ),
    'identity.token.error-text': (simulator) => ({
      ...simulator,
      envelope: (refusal, facts) => {
        const made = simulator.envelope(refusal, facts);
        return { ...made, body: { ...toJsonObject(made.body), error_description: 'é' } };
      },
    }),
    'identity.token.repeated-parameters': changeForm(token, (pairs) => [...new Map(pairs)]),
    'identity.refresh.rotation': wrapHandlers(token, async (next, input, context) => {
      const { grant_type: type, refresh_token: sent } = Object.fromEntries(toFormPairs(input.body));
      const result = await next(input, context);
      const isRefreshed = type === 'refresh_token' && result.refused === undefined;
      return isRefreshed ? { ...result, body: { ...toJsonObject(result.body), refresh_token: sent } } : result;
    }),
    'identity.id-token.auth-time': changeStoredIn(token, grantsCollection, {
      read: (grant) => ({ ...grant, authTime: grant.authTime + 1e6 }),
    }),
    'identity.exchange.actor-type': changeForm(token, (pairs) =>
      pairs.some(([name]) => name === 'actor_token_type') ? pairs : pairs.filter(([name]) => name !== 'actor_token'),
    ),
  }),
};
