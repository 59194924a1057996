import { refuse } from '@understudy/kernel';
import {
  all,
  answer,
  answerAt,
  changeRefusal,
  changeStored,
  clockAhead,
  type Deviations,
  deviationTable,
  gone,
  handle,
  objectOf,
  refuseWhen,
  within,
} from '@understudy/kernel/deviations';
import {
  clientsCollection,
  codesCollection,
  devicesCollection,
  type Grant,
  grantsCollection,
  refreshTokensCollection,
} from '../entities.js';
import { pairsOf } from './any-secret.js';
import {
  addToForm,
  answerWhen,
  changeForm,
  dropFromForm,
  headers,
  otherError,
  replaceInForm,
  tokens,
  withoutFault,
  withoutHeader,
} from './oidc-changes.js';

const token = 'requestGrant';
const forever = 1e15;
const credentials = { client_id: 'demo-client', client_secret: 'demo-secret' };
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const otherAsDemo = (operation: string) => replaceInForm(operation, ['client_id', 'other'], 'demo-client');
const otherType = answerAt(token, 'token_type', () => 'N_A');
const livingGrants = changeStored(grantsCollection, { forEver: true }, within(token));
const grantsRead = (change: (grant: Grant) => object) =>
  changeStored(grantsCollection, { read: change }, within(token));
const revoked = { status: 200, headers: { 'Cache-Control': 'no-store' } };
const isJwt = (text = '') => text.includes('.');
const scopeOf = (scope: string) => dropFromForm(token, 'scope', scope);

/** Deviations from what is documented about tokens and what is done with them. */
export const grantDeviations: Deviations = deviationTable({
  'identity.code.tokens: another token type': otherType,
  'identity.code.redirect-uri: it is not checked': replaceInForm(
    token,
    ['redirect_uri', 'http://localhost:5173/callback/'],
    'http://localhost:5173/callback',
  ),
  'identity.code.client: every client can use it': otherAsDemo(token),
  'identity.code.unknown: another error code': otherError(token, 'invalid_grant'),
  'identity.code.required: another error code': otherError(token, 'invalid_request'),
  'identity.code.single-use: it can be used again': changeStored(codesCollection, {
    read: ({ used: _used, ...code }) => code,
  }),
  'identity.code.reuse-revokes: the tokens stay valid': livingGrants,
  'identity.code.expires: it never expires': changeStored(codesCollection, {
    read: (code) => ({ ...code, expiresAt: forever }),
  }),
  'identity.pkce.verifier: it is not checked': replaceInForm(token, ['code_verifier', 'x'.repeat(43)], verifier),
  'identity.pkce.verifier-required: it is optional': addToForm(token, { code_verifier: verifier }),
  'identity.pkce.downgrade: it is ignored': dropFromForm(token, 'code_verifier'),
  'identity.client.confidential-authenticates: it need not': addToForm(token, { client_secret: 'kept' }),

  'identity.client.basic: it is refused': withoutHeader(token, 'authorization'),
  'identity.client.basic-encoding: they are taken as they are': refuseWhen(token, 401, (_input, { request }) =>
    Buffer.from((request.headers['authorization'] ?? '').slice(6), 'base64')
      .toString()
      .includes('%'),
  ),
  'identity.client.form: any secret is accepted': replaceInForm(token, ['client_secret', 'wrong'], 'demo-secret'),
  'identity.client.one-method: both together are accepted': changeForm(token, (pairs, { request }) =>
    pairs.filter(([name]) => name !== 'client_secret' || request.headers['authorization'] === undefined),
  ),
  'identity.client.unknown: another error code': otherError(token, 'invalid_client'),
  'identity.client.challenge: another status': changeRefusal(token, (refusal) => ({ ...refusal, status: 400 })),
  'identity.token.no-store: they can be cached': headers(token, () => ({ 'Cache-Control': 'public' })),
  'identity.token.type: another type': otherType,
  'identity.token.scope: another scope': answerAt(token, 'scope', () => 'other'),
  'identity.token.grant-type-required: another error code': otherError(token, 'invalid_request'),
  'identity.token.unsupported-grant-type: another error code': otherError(token, 'unsupported_grant_type'),
  'identity.token.error-text: other letters': (simulator) => ({
    ...simulator,
    envelope: (refusal, facts) => {
      const made = simulator.envelope(refusal, facts);
      return { ...made, body: { ...objectOf(made.body), error_description: 'é' } };
    },
  }),
  'identity.token.post-only: GET is answered otherwise': (simulator) => ({
    ...simulator,
    refusals: { ...simulator.refusals, wrongMethod: () => refuse(400, 'invalid_request', 'Use POST') },
  }),
  'identity.token.repeated-parameters: they are accepted': changeForm(token, (pairs) => [...new Map(pairs)]),
  'identity.token.unknown-parameters: they are refused': answerWhen(
    token,
    ({ other }) => other !== undefined,
    refuse(400, 'invalid_request', 'Unknown'),
  ),
  'identity.token.expires: it never expires': clockAhead('getUserInfo', -1e10),
  'identity.client-credentials.token: the APIs do not accept it': tokens('access_token', { claims: { sub: 'x' } }),
  'identity.client-credentials.confidential: public clients can': addToForm(token, credentials),
  'identity.client-credentials.no-refresh-token: it has one': answer(token, (body) => ({
    ...objectOf(body),
    refresh_token: 'x',
  })),
  'identity.client-credentials.invalid-scope: it is granted': scopeOf('openid'),

  'identity.refresh.tokens: another token type': answerWhen(
    token,
    ({ grant_type }) => grant_type === 'refresh_token',
    refuse(400, 'invalid_grant', 'No refresh'),
  ),
  'identity.refresh.rotation: the old one stays valid': handle(token, async (next, input, context) => {
    const { grant_type: type, refresh_token: sent } = Object.fromEntries(pairsOf(input.body));
    const result = await next(input, context);
    const isRefreshed = type === 'refresh_token' && result.refused === undefined;
    return isRefreshed ? { ...result, body: { ...objectOf(result.body), refresh_token: sent } } : result;
  }),
  'identity.refresh.reuse: only the old one is refused': livingGrants,
  'identity.refresh.narrower-scope: it is ignored': scopeOf('openid'),
  'identity.refresh.wider-scope: it is granted': scopeOf('openid phone'),
  'identity.refresh.client: every client can use it': otherAsDemo(token),
  'identity.refresh.expires: it never expires': all(
    changeStored(refreshTokensCollection, { read: (stored) => ({ ...stored, expiresAt: forever }) }),
    grantsRead((grant) => ({ ...grant, keptUntil: forever })),
  ),
  'identity.refresh.unknown: another error code': otherError(token, 'invalid_grant'),
  'identity.refresh.required: another error code': otherError(token, 'invalid_request'),
  'identity.refresh.offline-access: it is always included': answer(token, (body) => ({
    refresh_token: 'x',
    ...objectOf(body),
  })),
  'identity.refresh.id-token: there is none': answerAt(token, 'id_token', () => gone),

  'identity.id-token.iss: another issuer': tokens('id_token', { claims: { iss: 'http://localhost' } }),
  'identity.id-token.aud: another audience': tokens('id_token', { claims: { aud: 'other' } }),
  'identity.id-token.sub: another subject': tokens('id_token', { claims: { sub: 'other' } }),
  'identity.id-token.nonce: there is none': grantsRead(({ nonce: _nonce, ...grant }) => grant),
  'identity.id-token.exp: it is before iat': tokens('id_token', { claims: { exp: 1 } }),
  'identity.id-token.auth-time: it is later': grantsRead((grant) => ({ ...grant, authTime: grant.authTime + 1e6 })),
  'identity.id-token.acr: it is empty': grantsRead((grant) => ({ ...grant, acr: '' })),
  'identity.id-token.at-hash: another length': tokens('id_token', { claims: { at_hash: 'x' } }),
  'identity.id-token.only-openid: it is always included': answer(token, (body) => ({
    id_token: 'x',
    ...objectOf(body),
  })),
  'identity.id-token.registered-algorithm: it is ignored': changeStored(clientsCollection, {
    read: ({ idTokenAlgorithm: _algorithm, ...client }) => client,
  }),

  'identity.userinfo.sub: another subject': answerAt('getUserInfo', 'sub', () => 'other'),
  'identity.userinfo.scopes: all claims are returned': answer('getUserInfo', (body) => ({
    ...{ name: 'Ada Lovelace', email: 'ada@example.com' },
    ...objectOf(body),
  })),
  'identity.userinfo.post: it is refused': refuseWhen('postUserInfo', 401, () => true),
  'identity.userinfo.no-token: another scheme': changeRefusal('getUserInfo', (refusal) => ({
    ...refusal,
    headers: { 'WWW-Authenticate': 'Basic' },
  })),
  'identity.userinfo.invalid-token: there is no error code': changeRefusal('getUserInfo', (refusal) => ({
    ...refusal,
    headers: { 'WWW-Authenticate': 'Bearer' },
  })),
  'identity.userinfo.insufficient-scope: another status': changeRefusal('getUserInfo', (refusal) => ({
    ...refusal,
    status: 401,
  })),
  'identity.userinfo.own-claims: they are left out': answerAt('getUserInfo', 'role', () => gone),

  'identity.introspection.active: it is inactive': answerAt('introspectToken', 'active', () => false),
  'identity.introspection.refresh-token: it is inactive': answer('introspectToken', (body) =>
    objectOf(body)['token_type'] === undefined ? { active: false } : body,
  ),
  'identity.introspection.unknown: 404': answerWhen(
    'introspectToken',
    (sent) => sent['token'] === 'unknown',
    refuse(400, 'invalid_request', 'Unknown'),
  ),
  'identity.introspection.expired: it is active': clockAhead('introspectToken', -1e10),
  'identity.introspection.client: anyone can ask': addToForm('introspectToken', credentials),
  'identity.introspection.required: it is inactive': addToForm('introspectToken', { token: 'x' }),

  'identity.revocation.access-token: it stays valid': answerWhen(
    'revokeGrant',
    (sent) => isJwt(sent['token']),
    revoked,
  ),
  'identity.revocation.refresh-token: it stays valid': answerWhen(
    'revokeGrant',
    (sent) => sent['client_id'] === 'demo-client' && !isJwt(sent['token']) && sent['token'] !== undefined,
    revoked,
  ),
  'identity.revocation.grant: it stays valid': changeStored(grantsCollection, { forEver: true }, within('revokeGrant')),
  'identity.revocation.unknown: 400': answerWhen(
    'revokeGrant',
    (sent) => sent['token'] === 'unknown' && sent['client_id'] !== undefined,
    refuse(400, 'invalid_grant', 'Unknown'),
  ),
  'identity.revocation.client: anyone can revoke it': otherAsDemo('revokeGrant'),
  'identity.revocation.authenticated: anyone can ask': addToForm('revokeGrant', { client_id: 'demo-client' }),
  'identity.revocation.required: 200': addToForm('revokeGrant', { token: 'x' }),
  'identity.revocation.hint: it is not found': answerWhen(
    'revokeGrant',
    (sent) => sent['token_type_hint'] === 'refresh_token' && isJwt(sent['token']),
    revoked,
  ),

  'identity.device.response: another interval': answerAt('startDevice', 'interval', () => 1),
  'identity.device.complete-uri: it has no code': answerAt(
    'startDevice',
    'verification_uri_complete',
    () => 'http://x',
  ),
  'identity.device.pending: another error code': otherError(token, 'authorization_pending'),
  'identity.device.slow-down: polls can come at once': changeStored(devicesCollection, {
    read: (device) => ({ ...device, nextPollAt: 0 }),
  }),
  'identity.device.denied: it stays pending': changeStored(
    devicesCollection,
    { read: (device) => (device.state === 'denied' ? { ...device, state: 'pending' } : device) },
    within(token),
  ),
  'identity.device.expired: it never expires': changeStored(
    devicesCollection,
    { read: (device) => ({ ...device, expiresAt: forever }) },
    within(token),
  ),
  'identity.device.tokens: it stays pending': changeStored(
    devicesCollection,
    { read: (device) => ({ ...device, state: 'pending' }) },
    within(token),
  ),
  'identity.device.once: it can be used again': changeStored(devicesCollection, { forEver: true }),
  'identity.device.client: every client can use it': otherAsDemo(token),
  'identity.device.client-required: anyone can begin': addToForm('startDevice', credentials),
  'identity.device.required: another error code': otherError(token, 'invalid_request'),

  'identity.exchange.issued-type: it is missing': answerAt(token, 'issued_token_type', () => gone),
  'identity.exchange.subject: the subject is the client': tokens('access_token', { claims: { sub: 'demo-client' } }),
  'identity.exchange.actor: there is no act': changeForm(token, (pairs) =>
    pairs.filter(([name]) => !name.startsWith('actor_')),
  ),
  'identity.exchange.target: another audience': dropFromForm(token, 'resource'),
  'identity.exchange.required: another error code': otherError(token, 'invalid_request'),
  'identity.exchange.invalid-subject: another error code': otherError(token, 'invalid_request', 'invalid_grant'),
  'identity.exchange.actor-type: it is ignored': changeForm(token, (pairs) =>
    pairs.some(([name]) => name === 'actor_token_type') ? pairs : pairs.filter(([name]) => name !== 'actor_token'),
  ),
  'identity.exchange.scope: it is granted': scopeOf('understudy-stage:pd'),
  'identity.exchange.client: anyone can exchange': addToForm(token, credentials),
  'identity.resource.audience: another audience': dropFromForm(token, 'resource'),
  'identity.resource.form: any text is accepted': dropFromForm(token, 'resource', '/a'),
  'identity.resource.granted: another error code': otherError(token, 'invalid_target'),

  'identity.fault.expired: they are valid': withoutFault('expired'),
  'identity.fault.audience: the right audience': withoutFault('wrong-audience'),
  'identity.fault.issuer: the right issuer': withoutFault('wrong-issuer'),
  'identity.fault.key: the right key': withoutFault('unknown-key'),
  'identity.fault.algorithm: the right algorithm': withoutFault('other-algorithm'),
  'identity.fault.clock: the right time': withoutFault('clock-ahead', 'clock-behind'),
  'identity.fault.consent-withdrawn: the tokens stay valid': changeStored(
    grantsCollection,
    { forEver: true },
    within('action:withdrawConsent'),
  ),
  'identity.fault.injected: it is another status': (simulator) => ({
    ...simulator,
    refusals: { ...simulator.refusals, injected: () => refuse(500, 'server_error', 'Failed') },
  }),
  'identity.fault.provider-down': 'Fault rules are applied by the kernel; no change of this simulator touches them.',
});
