import {
  changeResponseAt,
  changeResponseBody,
  changeStored,
  changeStoredIn,
  createDeviationTable,
  type DeviationTable,
  disableTokenExpiry,
  rejectWhen,
  type SimulatorChange,
  toList,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { clientsCollection, consentsCollection, pushedCollection, sessionsCollection } from '../entities.js';
import {
  acceptAnyCsrfToken,
  acceptAnySecret,
  changeHeaders,
  changeLocation,
  changeMetadata,
  changeQuery,
  changeTokens,
  dropFromForm,
  dropHeader,
  dropRequestParameter,
  type FormPairs,
  replaceInForm,
  replaceInQuery,
  toFormPairs,
} from './oidc-changes.js';

const callback = 'http://localhost:5173/callback';
const challenge = 'x'.repeat(43);
const forever = 1e15;
const lostParameter = (name: string, only: string): SimulatorChange =>
  changeLocation((to) => (to.includes(`${only}=`) ? to.replace(new RegExp(`${name}=[^&]*&?`), '') : to));
const pages = ['authorize', 'authorizeByForm', 'signIn'];

export const authorizationDeviations: DeviationTable = createDeviationTable({
  'identity.discovery.issuer': changeResponseAt('getOpenIdConfiguration', 'issuer', (url) => `${url}/`),
  'identity.discovery.endpoints': changeMetadata({ token_endpoint: 'http://localhost/token' }),
  'identity.discovery.subject-types': changeMetadata({ subject_types_supported: ['pairwise'] }),
  'identity.discovery.response-types': changeMetadata({ response_types_supported: ['token'] }),
  'identity.discovery.rs256': changeMetadata({ id_token_signing_alg_values_supported: ['ES256'] }),
  'identity.discovery.content-type': changeHeaders('getOpenIdConfiguration', () => ({
    'content-type': 'application/jwk-set+json',
  })),
  'identity.discovery.grant-types': changeMetadata({ grant_types_supported: ['authorization_code'] }),
  'identity.discovery.scopes': changeMetadata({ scopes_supported: ['profile'] }),
  'identity.discovery.acr': changeMetadata({ acr_values_supported: ['urn:understudy:acr:1'] }),
  'identity.discovery.auth-methods': changeMetadata({ token_endpoint_auth_methods_supported: ['none'] }),
  'identity.discovery.claims': changeMetadata({ claims_supported: ['sub'] }),
  'identity.discovery.pkce': changeMetadata({ code_challenge_methods_supported: ['plain', 'S256'] }),
  'identity.discovery.iss-parameter': changeMetadata({ authorization_response_iss_parameter_supported: false }),
  'identity.discovery.par': changeMetadata({ pushed_authorization_request_endpoint: 'http://localhost/par' }),
  'identity.discovery.device': changeMetadata({ device_authorization_endpoint: undefined }),
  'identity.discovery.introspection': changeMetadata({ introspection_endpoint: undefined }),
  'identity.discovery.revocation': changeMetadata({ revocation_endpoint: undefined }),
  'identity.discovery.end-session': changeMetadata({ end_session_endpoint: undefined }),
  'identity.discovery.request-objects': changeMetadata({ request_parameter_supported: true }),
  'identity.discovery.server-metadata': changeResponseAt('getServerMetadata', 'issuer', () => 'http://localhost'),
  'identity.keys.public': changeResponseAt('getKeys', 'keys.*.use', () => 'enc'),
  'identity.keys.kid': changeResponseAt('getKeys', 'keys.*.kid', (kid) => `${kid}x`),
  'identity.keys.rotation': changeResponseAt('getKeys', 'keys', (keys) => toList(keys).slice(-1)),
  'identity.keys.access-token-type': changeTokens('access_token', { header: { typ: 'JWT' } }),

  'identity.authorize.code': lostParameter('code', 'code'),
  'identity.authorize.state': changeLocation((to) => to.replace('state=s1', 'state=s2')),
  'identity.authorize.iss': lostParameter('iss', 'code'),
  'identity.authorize.error-iss': lostParameter('iss', 'error'),
  'identity.authorize.error-state': lostParameter('state', 'error'),
  'identity.authorize.fragment': changeLocation((to) => to.replace('#', '?')),
  'identity.authorize.own-query': changeLocation((to) => to.replace('?a=1&', '?')),
  'identity.authorize.unknown-parameters': rejectWhen('authorize', 400, (_input, { request }) =>
    request.url.includes('colour='),
  ),
  'identity.authorize.empty-parameters': rejectWhen('authorize', 400, (_input, { request }) =>
    /[?&]prompt=(&|$)/.test(request.url),
  ),
  'identity.authorize.post': rejectWhen('authorizeByForm', 400, () => true),
  'identity.authorize.unsupported-response-type': changeLocation((to) =>
    to.replace('unsupported_response_type', 'invalid_request'),
  ),
  'identity.authorize.missing-parameter': replaceInQuery('response_type', null, 'code'),
  'identity.authorize.invalid-scope': changeLocation((to) => to.replace('invalid_scope', 'invalid_request')),
  'identity.authorize.request-not-supported': dropRequestParameter('request'),
  'identity.authorize.request-uri-not-supported': dropRequestParameter('request_uri'),
  'identity.authorize.registration-not-supported': dropRequestParameter('registration'),
  'identity.authorize.prompt-none-alone': replaceInQuery('prompt', 'none login', 'login'),
  'identity.authorize.prompt-none': dropRequestParameter('prompt', 'none'),
  'identity.authorize.unknown-client': replaceInQuery('client_id', 'nobody', 'demo-client'),
  'identity.authorize.redirect-required': replaceInQuery('redirect_uri', null, callback),
  'identity.authorize.redirect-exact': replaceInQuery(
    'redirect_uri',
    'https://app.example/cb?x=1',
    'https://app.example/cb',
  ),
  'identity.authorize.no-open-redirect': wrapHandlers('authorize', async (next, input, context) => {
    const evil = context.request.url.includes('evil.example');
    return evil
      ? { status: 303, headers: { Location: 'https://evil.example/', 'Cache-Control': 'no-store' } }
      : next(input, context);
  }),
  'identity.pkce.method': replaceInQuery('code_challenge_method', 'plain', 'S256'),
  'identity.pkce.challenge-form': replaceInQuery('code_challenge', 'short', challenge),
  'identity.pkce.public-clients': changeQuery((query) => {
    if (query.get('client_id') !== 'app' || query.has('code_challenge')) return;
    query.set('code_challenge', challenge);
    query.set('code_challenge_method', 'S256');
  }),

  'identity.session.continues': dropHeader('authorize', 'cookie'),
  'identity.session.prompt-login': dropRequestParameter('prompt', 'login'),
  'identity.session.prompt-select-account': dropRequestParameter('prompt', 'select_account'),
  'identity.session.prompt-consent': dropRequestParameter('prompt', 'consent'),
  'identity.session.max-age': dropRequestParameter('max_age'),
  'identity.session.acr': dropRequestParameter('acr_values'),
  'identity.session.id-token-hint': dropRequestParameter('id_token_hint'),
  'identity.session.consent-required': changeStored(consentsCollection, { read: ({ scopes }) => ({ scopes }) }),
  'identity.session.cookie': changeHeaders('authorize', ({ 'Set-Cookie': cookie = '' }) => ({
    'Set-Cookie': cookie.replace('HttpOnly; ', ''),
  })),
  'identity.session.ends': changeStored(sessionsCollection, {
    read: (session) => ({ ...session, keptUntil: forever }),
  }),
  'identity.page.no-framing': changeHeaders(pages, ({ 'content-security-policy': policy = '' }) => ({
    'content-security-policy': policy.replace("frame-ancestors 'none'", ''),
  })),
  'identity.page.cross-site-form': acceptAnyCsrfToken('signIn'),
  'identity.page.no-store': changeHeaders(pages, () => ({ 'Cache-Control': 'public' })),
  'identity.page.login-hint': dropRequestParameter('login_hint'),
  'identity.page.injection': changeResponseBody('authorize', (body) =>
    typeof body === 'string' ? body.replaceAll('%3C', '<') : body,
  ),

  'identity.par.response': changeResponseAt('pushRequest', 'expires_in', () => 90),
  'identity.par.used': changeLocation((to) => to.replace('state=pushed', 'state=other')),
  'identity.par.once': changeStored(pushedCollection, { forEver: true }),
  'identity.par.expires': changeStored(pushedCollection, { read: (request) => ({ ...request, keptUntil: forever }) }),
  'identity.par.client': replaceInQuery('client_id', 'other', 'demo-client'),
  'identity.par.validated': replaceInForm('pushRequest', ['redirect_uri', 'https://evil.example/'], callback),
  'identity.par.nested': dropFromForm('pushRequest', 'request_uri'),
  'identity.par.client-authentication': replaceInForm('pushRequest', ['client_id', 'nobody'], 'demo-client'),
  'identity.par.required': changeStored(clientsCollection, { read: (client) => ({ ...client, requirePushed: false }) }),

  'identity.logout.ends-session': changeStoredIn('logOut', sessionsCollection, { forEver: true }),
  'identity.logout.asks': acceptAnyCsrfToken('logOut'),
  'identity.logout.redirect': changeLocation((to) => to.split('?')[0] ?? '', ['logOut']),
  'identity.logout.registered-address': changeQuery((query) => {
    if (query.has('post_logout_redirect_uri')) query.set('post_logout_redirect_uri', 'http://localhost:5173/bye');
  }, 'logOut'),
  'identity.logout.hint-client': changeQuery((query) => query.delete('client_id'), 'logOut'),
});

/** Deviations of tokens. They change the simulator of the identity provider. */
export const tokenDeviations: DeviationTable = createDeviationTable(
  {
    'analysis.auth.step1-application': token((pairs) =>
      pairs.map(([name, value]) => [name, name === 'client_id' && value !== 'demo-client' ? 'unknown' : value]),
    ),
    'analysis.auth.step2-integration': changeStoredIn('requestToken', clientsCollection, {
      read: (client) => ({ ...client, accepted: true }),
    }),
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
