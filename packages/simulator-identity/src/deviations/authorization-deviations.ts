import {
  answer,
  answerAt,
  type Change,
  changeStored,
  type Deviations,
  deviationTable,
  handle,
  listOf,
  refuseWhen,
  within,
} from '@understudy/kernel/deviations';
import { clientsCollection, consentsCollection, pushedCollection, sessionsCollection } from '../entities.js';
import {
  anyFormSecret,
  askedWithout,
  changeQuery,
  dropFromForm,
  headers,
  location,
  metadata,
  replaceInForm,
  replaceInQuery,
  tokens,
  withoutHeader,
} from './oidc-changes.js';

const callback = 'http://localhost:5173/callback';
const challenge = 'x'.repeat(43);
const forever = 1e15;
const lostParameter = (name: string, only: string): Change =>
  location((to) => (to.includes(`${only}=`) ? to.replace(new RegExp(`${name}=[^&]*&?`), '') : to));
const pages = ['authorize', 'authorizeByForm', 'signIn'];

/** Deviations from what is documented about discovery, keys, authorization requests and sign-in. */
export const authorizationDeviations: Deviations = deviationTable({
  'identity.discovery.issuer: the issuer ends with a slash': answerAt(
    'getOpenIdConfiguration',
    'issuer',
    (url) => `${url}/`,
  ),
  'identity.discovery.endpoints: the token endpoint has another path': metadata({
    token_endpoint: 'http://localhost/token',
  }),
  'identity.discovery.subject-types: only pairwise is listed': metadata({ subject_types_supported: ['pairwise'] }),
  'identity.discovery.response-types: only token is listed': metadata({ response_types_supported: ['token'] }),
  'identity.discovery.rs256: RS256 is not listed': metadata({ id_token_signing_alg_values_supported: ['ES256'] }),
  'identity.discovery.content-type: another media type': headers('getOpenIdConfiguration', () => ({
    'content-type': 'application/jwk-set+json',
  })),
  'identity.discovery.grant-types: refresh_token is not listed': metadata({
    grant_types_supported: ['authorization_code'],
  }),
  'identity.discovery.scopes: openid is not listed': metadata({ scopes_supported: ['profile'] }),
  'identity.discovery.acr: one class is not listed': metadata({ acr_values_supported: ['urn:understudy:acr:1'] }),
  'identity.discovery.auth-methods: private_key_jwt is not listed': metadata({
    token_endpoint_auth_methods_supported: ['none'],
  }),
  'identity.discovery.claims: email is not listed': metadata({ claims_supported: ['sub'] }),
  'identity.discovery.pkce: plain is listed first': metadata({ code_challenge_methods_supported: ['plain', 'S256'] }),
  'identity.discovery.iss-parameter: it is false': metadata({ authorization_response_iss_parameter_supported: false }),
  'identity.discovery.par: another path': metadata({ pushed_authorization_request_endpoint: 'http://localhost/par' }),
  'identity.discovery.device: it is missing': metadata({ device_authorization_endpoint: undefined }),
  'identity.discovery.introspection: it is missing': metadata({ introspection_endpoint: undefined }),
  'identity.discovery.revocation: it is missing': metadata({ revocation_endpoint: undefined }),
  'identity.discovery.end-session: it is missing': metadata({ end_session_endpoint: undefined }),
  'identity.discovery.request-objects: they are said to be supported': metadata({ request_parameter_supported: true }),
  'identity.discovery.server-metadata: another issuer': answerAt(
    'getServerMetadata',
    'issuer',
    () => 'http://localhost',
  ),
  'identity.keys.public: another use': answerAt('getKeys', 'keys.*.use', () => 'enc'),
  'identity.keys.kid: the keys have other ids': answerAt('getKeys', 'keys.*.kid', (kid) => `${kid}x`),
  'identity.keys.rotation: only the newest key is published': answerAt('getKeys', 'keys', (keys) =>
    listOf(keys).slice(-1),
  ),
  'identity.keys.access-token-type: the type is JWT': tokens('access_token', { header: { typ: 'JWT' } }),

  'identity.authorize.code: there is no code': lostParameter('code', 'code'),
  'identity.authorize.state: the state is changed': location((to) => to.replace('state=s1', 'state=s2')),
  'identity.authorize.iss: there is no iss': lostParameter('iss', 'code'),
  'identity.authorize.error-iss: there is no iss': lostParameter('iss', 'error'),
  'identity.authorize.error-state: there is no state': lostParameter('state', 'error'),
  'identity.authorize.fragment: the parameters are in the query': location((to) => to.replace('#', '?')),
  'identity.authorize.own-query: the query is lost': location((to) => to.replace('?a=1&', '?')),
  'identity.authorize.unknown-parameters: they are refused': refuseWhen('authorize', 400, (_input, { request }) =>
    request.url.includes('colour='),
  ),
  'identity.authorize.empty-parameters: they are refused': refuseWhen('authorize', 400, (_input, { request }) =>
    /[?&]prompt=(&|$)/.test(request.url),
  ),
  'identity.authorize.post: POST is refused': refuseWhen('authorizeByForm', 400, () => true),
  'identity.authorize.unsupported-response-type: another error code': location((to) =>
    to.replace('unsupported_response_type', 'invalid_request'),
  ),
  'identity.authorize.missing-parameter: response_type is optional': replaceInQuery('response_type', null, 'code'),
  'identity.authorize.invalid-scope: another error code': location((to) =>
    to.replace('invalid_scope', 'invalid_request'),
  ),
  'identity.authorize.request-not-supported: it is ignored': askedWithout('request'),
  'identity.authorize.request-uri-not-supported: it is ignored': askedWithout('request_uri'),
  'identity.authorize.registration-not-supported: it is ignored': askedWithout('registration'),
  'identity.authorize.prompt-none-alone: none is ignored': replaceInQuery('prompt', 'none login', 'login'),
  'identity.authorize.prompt-none: the user is signed in': askedWithout('prompt', 'none'),
  'identity.authorize.unknown-client: it is redirected': replaceInQuery('client_id', 'nobody', 'demo-client'),
  'identity.authorize.redirect-required: an address is assumed': replaceInQuery('redirect_uri', null, callback),
  'identity.authorize.redirect-exact: a prefix is enough': replaceInQuery(
    'redirect_uri',
    'https://app.example/cb?x=1',
    'https://app.example/cb',
  ),
  'identity.authorize.no-open-redirect: it is redirected to': handle('authorize', async (next, input, context) => {
    const evil = context.request.url.includes('evil.example');
    return evil
      ? { status: 303, headers: { Location: 'https://evil.example/', 'Cache-Control': 'no-store' } }
      : next(input, context);
  }),
  'identity.pkce.method: plain is accepted': replaceInQuery('code_challenge_method', 'plain', 'S256'),
  'identity.pkce.challenge-form: any challenge is accepted': replaceInQuery('code_challenge', 'short', challenge),
  'identity.pkce.public-clients: PKCE is optional': changeQuery((query) => {
    if (query.get('client_id') !== 'app' || query.has('code_challenge')) return;
    query.set('code_challenge', challenge);
    query.set('code_challenge_method', 'S256');
  }),

  'identity.session.continues: the session is forgotten': withoutHeader('authorize', 'cookie'),
  'identity.session.prompt-login: it is ignored': askedWithout('prompt', 'login'),
  'identity.session.prompt-select-account: it is ignored': askedWithout('prompt', 'select_account'),
  'identity.session.prompt-consent: it is ignored': askedWithout('prompt', 'consent'),
  'identity.session.max-age: it is ignored': askedWithout('max_age'),
  'identity.session.acr: it is ignored': askedWithout('acr_values'),
  'identity.session.id-token-hint: it is ignored': askedWithout('id_token_hint'),
  'identity.session.consent-required: the consent is assumed': changeStored(consentsCollection, {
    read: ({ scopes }) => ({ scopes }),
  }),
  'identity.session.cookie: scripts can read it': headers('authorize', ({ 'Set-Cookie': cookie = '' }) => ({
    'Set-Cookie': cookie.replace('HttpOnly; ', ''),
  })),
  'identity.session.ends: it never ends': changeStored(sessionsCollection, {
    read: (session) => ({ ...session, keptUntil: forever }),
  }),
  'identity.page.no-framing: it can be framed': headers(pages, ({ 'content-security-policy': policy = '' }) => ({
    'content-security-policy': policy.replace("frame-ancestors 'none'", ''),
  })),
  'identity.page.cross-site-form: any form is accepted': anyFormSecret('signIn'),
  'identity.page.no-store: it can be cached': headers(pages, () => ({ 'Cache-Control': 'public' })),
  'identity.page.login-hint: it is ignored': askedWithout('login_hint'),
  'identity.page.injection: parameters are shown as HTML': answer('authorize', (body) =>
    typeof body === 'string' ? body.replaceAll('%3C', '<') : body,
  ),

  'identity.par.response: another lifetime': answerAt('pushRequest', 'expires_in', () => 90),
  'identity.par.used: another state': location((to) => to.replace('state=pushed', 'state=other')),
  'identity.par.once: it can be used again': changeStored(pushedCollection, { forEver: true }),
  'identity.par.expires: it never expires': changeStored(pushedCollection, {
    read: (request) => ({ ...request, keptUntil: forever }),
  }),
  'identity.par.client: every client can use it': replaceInQuery('client_id', 'other', 'demo-client'),
  'identity.par.validated: the address is not checked': replaceInForm(
    'pushRequest',
    ['redirect_uri', 'https://evil.example/'],
    callback,
  ),
  'identity.par.nested: it is ignored': dropFromForm('pushRequest', 'request_uri'),
  'identity.par.client-authentication: anyone can push': replaceInForm(
    'pushRequest',
    ['client_id', 'nobody'],
    'demo-client',
  ),
  'identity.par.required: an ordinary request is accepted': changeStored(clientsCollection, {
    read: (client) => ({ ...client, requirePushed: false }),
  }),

  'identity.logout.ends-session: the session continues': changeStored(
    sessionsCollection,
    { forEver: true },
    within('logOut'),
  ),
  'identity.logout.asks: nobody is asked': anyFormSecret('logOut'),
  'identity.logout.redirect: there is no state': location((to) => to.split('?')[0] ?? '', ['logOut']),
  'identity.logout.registered-address: it is redirected to': changeQuery((query) => {
    if (query.has('post_logout_redirect_uri')) query.set('post_logout_redirect_uri', 'http://localhost:5173/bye');
  }, 'logOut'),
  'identity.logout.hint-client: it is ignored': changeQuery((query) => query.delete('client_id'), 'logOut'),
});
