import { createErrorResult } from '@understudy/kernel';
import {
  advanceHandlerClock,
  changeErrorResult,
  changeResponseAt,
  changeResponseBody,
  changeStored,
  changeStoredIn,
  combineChanges,
  createDeviationTable,
  type DeviationTable,
  rejectWhen,
  removedMarker,
  toJsonObject,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import {
  clientsCollection,
  codesCollection,
  devicesCollection,
  type Grant,
  grantsCollection,
  refreshTokensCollection,
} from '../entities.js';
import {
  addToForm,
  changeErrorCode,
  changeForm,
  changeHeaders,
  changeTokens,
  dropFromForm,
  dropHeader,
  ignoreTokenFault,
  replaceInForm,
  respondWhen,
  toFormPairs,
} from './oidc-changes.js';

const token = 'requestGrant';
const forever = 1e15;
const credentials = { client_id: 'demo-client', client_secret: 'demo-secret' };
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const otherAsDemo = (operation: string) => replaceInForm(operation, ['client_id', 'other'], 'demo-client');
const otherType = changeResponseAt(token, 'token_type', () => 'N_A');
const livingGrants = changeStoredIn(token, grantsCollection, { forEver: true });
const grantsRead = (change: (grant: Grant) => object) => changeStoredIn(token, grantsCollection, { read: change });
const revoked = { status: 200, headers: { 'Cache-Control': 'no-store' } };
const isJwt = (text = '') => text.includes('.');
const scopeOf = (scope: string) => dropFromForm(token, 'scope', scope);

export const grantDeviations: DeviationTable = createDeviationTable({
  'identity.code.tokens': otherType,
  'identity.code.redirect-uri': replaceInForm(
    token,
    ['redirect_uri', 'http://localhost:5173/callback/'],
    'http://localhost:5173/callback',
  ),
  'identity.code.client': otherAsDemo(token),
  'identity.code.unknown': changeErrorCode(token, 'invalid_grant'),
  'identity.code.required': changeErrorCode(token, 'invalid_request'),
  'identity.code.single-use': changeStored(codesCollection, { read: ({ used: _used, ...code }) => code }),
  'identity.code.reuse-revokes': livingGrants,
  'identity.code.expires': changeStored(codesCollection, { read: (code) => ({ ...code, expiresAt: forever }) }),
  'identity.pkce.verifier': replaceInForm(token, ['code_verifier', 'x'.repeat(43)], verifier),
  'identity.pkce.verifier-required': addToForm(token, { code_verifier: verifier }),
  'identity.pkce.downgrade': dropFromForm(token, 'code_verifier'),
  'identity.client.confidential-authenticates': addToForm(token, { client_secret: 'kept' }),

  'identity.client.basic': dropHeader(token, 'authorization'),
  'identity.client.basic-encoding': rejectWhen(token, 401, (_input, { request }) =>
    Buffer.from((request.headers['authorization'] ?? '').slice(6), 'base64')
      .toString()
      .includes('%'),
  ),
  'identity.client.form': replaceInForm(token, ['client_secret', 'wrong'], 'demo-secret'),
  'identity.client.one-method': changeForm(token, (pairs, { request }) =>
    pairs.filter(([name]) => name !== 'client_secret' || request.headers['authorization'] === undefined),
  ),
  'identity.client.unknown': changeErrorCode(token, 'invalid_client'),
  'identity.client.challenge': changeErrorResult(token, (refusal) => ({ ...refusal, status: 400 })),
  'identity.token.no-store': changeHeaders(token, () => ({ 'Cache-Control': 'public' })),
  'identity.token.type': otherType,
  'identity.token.scope': changeResponseAt(token, 'scope', () => 'other'),
  'identity.token.grant-type-required': changeErrorCode(token, 'invalid_request'),
  'identity.token.unsupported-grant-type': changeErrorCode(token, 'unsupported_grant_type'),
  'identity.token.error-text': (simulator) => ({
    ...simulator,
    envelope: (refusal, facts) => {
      const made = simulator.envelope(refusal, facts);
      return { ...made, body: { ...toJsonObject(made.body), error_description: 'é' } };
    },
  }),
  'identity.token.post-only': (simulator) => ({
    ...simulator,
    refusals: { ...simulator.refusals, wrongMethod: () => createErrorResult(400, 'invalid_request', 'Use POST') },
  }),
  'identity.token.repeated-parameters': changeForm(token, (pairs) => [...new Map(pairs)]),
  'identity.token.unknown-parameters': respondWhen(
    token,
    ({ other }) => other !== undefined,
    createErrorResult(400, 'invalid_request', 'Unknown'),
  ),
  'identity.token.expires': advanceHandlerClock('getUserInfo', -1e10),
  'identity.client-credentials.token': changeTokens('access_token', { claims: { sub: 'x' } }),
  'identity.client-credentials.confidential': addToForm(token, credentials),
  'identity.client-credentials.no-refresh-token': changeResponseBody(token, (body) => ({
    ...toJsonObject(body),
    refresh_token: 'x',
  })),
  'identity.client-credentials.invalid-scope': scopeOf('openid'),

  'identity.refresh.tokens': respondWhen(
    token,
    ({ grant_type }) => grant_type === 'refresh_token',
    createErrorResult(400, 'invalid_grant', 'No refresh'),
  ),
  'identity.refresh.rotation': wrapHandlers(token, async (next, input, context) => {
    const { grant_type: type, refresh_token: sent } = Object.fromEntries(toFormPairs(input.body));
    const result = await next(input, context);
    const isRefreshed = type === 'refresh_token' && result.refused === undefined;
    return isRefreshed ? { ...result, body: { ...toJsonObject(result.body), refresh_token: sent } } : result;
  }),
  'identity.refresh.reuse': livingGrants,
  'identity.refresh.narrower-scope': scopeOf('openid'),
  'identity.refresh.wider-scope': scopeOf('openid phone'),
  'identity.refresh.client': otherAsDemo(token),
  'identity.refresh.expires': combineChanges(
    changeStored(refreshTokensCollection, { read: (stored) => ({ ...stored, expiresAt: forever }) }),
    grantsRead((grant) => ({ ...grant, keptUntil: forever })),
  ),
  'identity.refresh.unknown': changeErrorCode(token, 'invalid_grant'),
  'identity.refresh.required': changeErrorCode(token, 'invalid_request'),
  'identity.refresh.offline-access': changeResponseBody(token, (body) => ({
    refresh_token: 'x',
    ...toJsonObject(body),
  })),
  'identity.refresh.id-token': changeResponseAt(token, 'id_token', () => removedMarker),

  'identity.id-token.iss': changeTokens('id_token', { claims: { iss: 'http://localhost' } }),
  'identity.id-token.aud': changeTokens('id_token', { claims: { aud: 'other' } }),
  'identity.id-token.sub': changeTokens('id_token', { claims: { sub: 'other' } }),
  'identity.id-token.nonce': grantsRead(({ nonce: _nonce, ...grant }) => grant),
  'identity.id-token.exp': changeTokens('id_token', { claims: { exp: 1 } }),
  'identity.id-token.auth-time': grantsRead((grant) => ({ ...grant, authTime: grant.authTime + 1e6 })),
  'identity.id-token.acr': grantsRead((grant) => ({ ...grant, acr: '' })),
  'identity.id-token.at-hash': changeTokens('id_token', { claims: { at_hash: 'x' } }),
  'identity.id-token.only-openid': changeResponseBody(token, (body) => ({ id_token: 'x', ...toJsonObject(body) })),
  'identity.id-token.registered-algorithm': changeStored(clientsCollection, {
    read: ({ idTokenAlgorithm: _algorithm, ...client }) => client,
  }),

  'identity.userinfo.sub': changeResponseAt('getUserInfo', 'sub', () => 'other'),
  'identity.userinfo.scopes': changeResponseBody('getUserInfo', (body) => ({
    ...{ name: 'Ada Lovelace', email: 'ada@example.com' },
    ...toJsonObject(body),
  })),
  'identity.userinfo.post': rejectWhen('postUserInfo', 401, () => true),
  'identity.userinfo.no-token': changeErrorResult('getUserInfo', (refusal) => ({
    ...refusal,
    headers: { 'WWW-Authenticate': 'Basic' },
  })),
  'identity.userinfo.invalid-token': changeErrorResult('getUserInfo', (refusal) => ({
    ...refusal,
    headers: { 'WWW-Authenticate': 'Bearer' },
  })),
  'identity.userinfo.insufficient-scope': changeErrorResult('getUserInfo', (refusal) => ({ ...refusal, status: 401 })),
  'identity.userinfo.own-claims': changeResponseAt('getUserInfo', 'role', () => removedMarker),

  'identity.introspection.active': changeResponseAt('introspectToken', 'active', () => false),
  'identity.introspection.refresh-token': changeResponseBody('introspectToken', (body) =>
    toJsonObject(body)['token_type'] === undefined ? { active: false } : body,
  ),
  'identity.introspection.unknown': respondWhen(
    'introspectToken',
    (sent) => sent['token'] === 'unknown',
    createErrorResult(400, 'invalid_request', 'Unknown'),
  ),
  'identity.introspection.expired': advanceHandlerClock('introspectToken', -1e10),
  'identity.introspection.client': addToForm('introspectToken', credentials),
  'identity.introspection.required': addToForm('introspectToken', { token: 'x' }),

  'identity.revocation.access-token': respondWhen('revokeGrant', (sent) => isJwt(sent['token']), revoked),
  'identity.revocation.refresh-token': respondWhen(
    'revokeGrant',
    (sent) => sent['client_id'] === 'demo-client' && !isJwt(sent['token']) && sent['token'] !== undefined,
    revoked,
  ),
  'identity.revocation.grant': changeStoredIn('revokeGrant', grantsCollection, { forEver: true }),
  'identity.revocation.unknown': respondWhen(
    'revokeGrant',
    (sent) => sent['token'] === 'unknown' && sent['client_id'] !== undefined,
    createErrorResult(400, 'invalid_grant', 'Unknown'),
  ),
  'identity.revocation.client': otherAsDemo('revokeGrant'),
  'identity.revocation.authenticated': addToForm('revokeGrant', { client_id: 'demo-client' }),
  'identity.revocation.required': addToForm('revokeGrant', { token: 'x' }),
  'identity.revocation.hint': respondWhen(
    'revokeGrant',
    (sent) => sent['token_type_hint'] === 'refresh_token' && isJwt(sent['token']),
    revoked,
  ),

  'identity.device.response': changeResponseAt('startDevice', 'interval', () => 1),
  'identity.device.complete-uri': changeResponseAt('startDevice', 'verification_uri_complete', () => 'http://x'),
  'identity.device.pending': changeErrorCode(token, 'authorization_pending'),
  'identity.device.slow-down': changeStored(devicesCollection, { read: (device) => ({ ...device, nextPollAt: 0 }) }),
  'identity.device.denied': changeStoredIn(token, devicesCollection, {
    read: (device) => (device.state === 'denied' ? { ...device, state: 'pending' } : device),
  }),
  'identity.device.expired': changeStoredIn(token, devicesCollection, {
    read: (device) => ({ ...device, expiresAt: forever }),
  }),
  'identity.device.tokens': changeStoredIn(token, devicesCollection, {
    read: (device) => ({ ...device, state: 'pending' }),
  }),
  'identity.device.once': changeStored(devicesCollection, { forEver: true }),
  'identity.device.client': otherAsDemo(token),
  'identity.device.client-required': addToForm('startDevice', credentials),
  'identity.device.required': changeErrorCode(token, 'invalid_request'),

  'identity.exchange.issued-type': changeResponseAt(token, 'issued_token_type', () => removedMarker),
  'identity.exchange.subject': changeTokens('access_token', { claims: { sub: 'demo-client' } }),
  'identity.exchange.actor': changeForm(token, (pairs) => pairs.filter(([name]) => !name.startsWith('actor_'))),
  'identity.exchange.target': dropFromForm(token, 'resource'),
  'identity.exchange.required': changeErrorCode(token, 'invalid_request'),
  'identity.exchange.invalid-subject': changeErrorCode(token, 'invalid_request', 'invalid_grant'),
  'identity.exchange.actor-type': changeForm(token, (pairs) =>
    pairs.some(([name]) => name === 'actor_token_type') ? pairs : pairs.filter(([name]) => name !== 'actor_token'),
  ),
  'identity.exchange.scope': scopeOf('understudy-stage:pd'),
  'identity.exchange.client': addToForm(token, credentials),
  'identity.resource.audience': dropFromForm(token, 'resource'),
  'identity.resource.form': dropFromForm(token, 'resource', '/a'),
  'identity.resource.granted': changeErrorCode(token, 'invalid_target'),

  'identity.fault.expired': ignoreTokenFault('expired'),
  'identity.fault.audience': ignoreTokenFault('wrong-audience'),
  'identity.fault.issuer': ignoreTokenFault('wrong-issuer'),
  'identity.fault.key': ignoreTokenFault('unknown-key'),
  'identity.fault.algorithm': ignoreTokenFault('other-algorithm'),
  'identity.fault.clock': ignoreTokenFault('clock-ahead', 'clock-behind'),
  'identity.fault.consent-withdrawn': changeStoredIn('action:withdrawConsent', grantsCollection, { forEver: true }),
  'identity.fault.injected': (simulator) => ({
    ...simulator,
    refusals: { ...simulator.refusals, injected: () => createErrorResult(500, 'server_error', 'Failed') },
  }),
  'identity.fault.provider-down': 'Fault rules are applied by the kernel; no change of this simulator touches them.',
});
