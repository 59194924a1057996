import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callback, origin, Provider } from '../testing/provider.js';

let provider: Provider;
beforeEach(() => {
  provider = new Provider();
});
afterEach(() => provider.close());

const secret = { client_secret: 'demo-secret' };
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
const grantOf = (name: string) => `urn:ietf:params:oauth:grant-type:${name}`;

describe('an authorization code', () => {
  it.each([
    ['another redirect_uri', { redirect_uri: 'http://localhost:5173/other' }, 'invalid_grant'],
    ['no redirect_uri', { redirect_uri: '' }, 'invalid_grant'],
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_grant'],
    ['no code', { code: '' }, 'invalid_request'],
    ['an unknown code', { code: 'x'.repeat(43) }, 'invalid_grant'],
    ['another resource', { resource: 'https://other.example' }, 'invalid_target'],
    ['an unknown client', { client_id: 'nobody' }, 'invalid_client'],
    ['a wrong secret', { client_secret: 'wrong' }, 'invalid_client'],
  ])('is refused with %s', async (_what, change, error) => {
    const code = (await provider.signIn()).get('code');
    expect((await provider.exchange(code, change)).body.error).toBe(error);
    expect((await provider.exchange(code)).status).toBe(200);
  });

  it('ends after 60 seconds, to the millisecond', async () => {
    const [first, second] = [(await provider.signIn()).get('code'), (await provider.signIn()).get('code')];
    await provider.advance('PT59.999S');
    expect((await provider.exchange(first)).status).toBe(200);
    await provider.advance('PT0.001S');
    expect((await provider.exchange(second)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('revokes everything when it is used twice', async () => {
    const code = (await provider.signIn()).get('code');
    const { body } = await provider.exchange(code);
    expect((await provider.exchange(code)).body.error).toBe('invalid_grant');
    expect((await provider.userInfo(body.access_token)).status).toBe(401);
    expect((await provider.refresh(body.refresh_token)).body.error).toBe('invalid_grant');
    expect((await provider.introspect(body.access_token)).body).toEqual({ active: false });
  });

  it('without a challenge takes no verifier, and needs a client that authenticates', async () => {
    await provider.act('registerClient', { clientId: 'server', clientSecret: 'kept', redirectUris: [callback] });
    const plain = { client_id: 'server', code_challenge: undefined, code_challenge_method: undefined };
    const code = (await provider.signIn('ada', plain)).get('code');
    const form = { client_id: 'server', code_verifier: '' };
    expect((await provider.exchange(code, form)).body.error).toBe('invalid_client');
    expect((await provider.exchange(code, { client_id: 'server', client_secret: 'kept' })).body.error).toBe(
      'invalid_grant',
    );
    expect((await provider.exchange(code, { ...form, client_secret: 'kept' })).status).toBe(200);
  });
});

describe('a refresh token', () => {
  it('is replaced at every use; an old one revokes the grant', async () => {
    const first = await provider.tokens();
    const second = (await provider.refresh(first.refresh_token)).body;
    const third = (await provider.refresh(second.refresh_token, { scope: 'openid' })).body;
    expect([third.scope, decodeJwt(third.id_token).sub]).toEqual(['openid', 'ada']);
    expect((await provider.refresh(third.refresh_token, { scope: 'openid phone' })).body.error).toBe('invalid_scope');
    expect((await provider.refresh(first.refresh_token)).body.error).toBe('invalid_grant');
    expect((await provider.refresh(third.refresh_token)).body.error).toBe('invalid_grant');
    expect((await provider.userInfo(third.access_token)).status).toBe(401);
  });

  it('ends when its lifetime has passed, and each new one lives as long again', async () => {
    await provider.set({ refreshTokenLifetime: 600 });
    const { refresh_token: first } = await provider.tokens();
    await provider.advance('PT599S');
    const second = (await provider.refresh(first)).body.refresh_token;
    await provider.advance('PT599S');
    const third = (await provider.refresh(second)).body.refresh_token;
    await provider.advance('PT600S');
    expect((await provider.refresh(third)).body.error).toBe('invalid_grant');
  });

  it('is only issued with offline_access, or to a client that asks for no identity', async () => {
    expect(await provider.tokens({ scope: 'openid' })).not.toHaveProperty('refresh_token');
    expect(await provider.tokens({ scope: 'understudy-stage:io' })).toHaveProperty('refresh_token');
  });

  it('belongs to its client', async () => {
    const { refresh_token: token } = await provider.tokens();
    await provider.act('registerClient', { clientId: 'other', isPublic: true });
    expect((await provider.refresh(token, { client_id: 'other' })).body.error).toBe('invalid_grant');
    expect((await provider.refresh(token)).status).toBe(200);
  });
});

describe('a client', () => {
  const form = { grant_type: 'client_credentials', scope: 'understudy-stage:io' };
  const send = (fields: Record<string, string>, headers = {}) =>
    provider.send('POST', '/oidc/token', { form: { ...form, ...fields }, headers });

  it.each([
    ['its secret in the form', { client_id: 'demo-client', ...secret }, {}, 200],
    ['HTTP Basic', {}, basic('demo-client:demo-secret'), 200],
    ['HTTP Basic, encoded', {}, basic('demo%2Dclient:demo%2dsecret'), 200],
    ['both', secret, basic('demo-client:demo-secret'), 'invalid_request'],
    ['another client_id', { client_id: 'other' }, basic('demo-client:demo-secret'), 'invalid_request'],
    ['a wrong secret', {}, basic('demo-client:wrong'), 'invalid_client'],
    ['a malformed header', {}, { authorization: 'Basic !' }, 'invalid_client'],
    ['another scheme', {}, { authorization: 'Bearer x' }, 'invalid_client'],
    ['nothing', {}, {}, 'invalid_client'],
    ['no secret', { client_id: 'demo-client' }, {}, 'invalid_client'],
    ['a scope of users', { client_id: 'demo-client', ...secret, scope: 'openid' }, {}, 'invalid_scope'],
    ['an unknown grant', { client_id: 'demo-client', ...secret, grant_type: 'password' }, {}, 'unsupported_grant_type'],
    ['no grant', { client_id: 'demo-client', ...secret, grant_type: '' }, {}, 'invalid_request'],
  ])('authenticates with %s', async (_what, fields, headers, expected) => {
    const { status, body, headers: given } = await send(fields, headers);
    expect(status === 200 ? 200 : body.error).toBe(expected);
    expect(given.get('cache-control')).toBe('no-store');
    if (expected === 'invalid_client')
      expect([status, given.get('www-authenticate')]).toEqual([401, 'Basic realm="oidc"']);
  });

  it('authenticates by a key, once with each assertion', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    await provider.act('registerClient', { clientId: 'keyed', keys: [await exportJWK(publicKey)] });
    const now = Date.parse('2026-01-15T09:00:00Z') / 1000;
    const assertion = (change: object = {}, key = privateKey) =>
      new SignJWT({ iss: 'keyed', sub: 'keyed', aud: origin, exp: now + 60, jti: `j${Math.trunc(now)}`, ...change })
        .setProtectedHeader({ alg: 'ES256' })
        .sign(key);
    const type = { client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' };
    const used = await assertion();
    expect((await send({ ...type, client_assertion: used })).status).toBe(200);
    const stranger = (await generateKeyPair('ES256')).privateKey;
    for (const wrong of [
      used,
      await assertion({ jti: '2', exp: now }),
      await assertion({ jti: '3', aud: 'https://other.example' }),
      await assertion({ jti: '4', iss: 'demo-client' }),
      await assertion({ jti: '5', sub: 'demo-client' }),
      await assertion({ jti: undefined }),
      await assertion({ jti: '6' }, stranger),
      'no.token.here',
    ])
      expect((await send({ ...type, client_assertion: wrong })).body.error).toBe('invalid_client');
    expect((await send({ client_assertion: await assertion({ jti: '7' }) })).body.error).toBe('invalid_request');
    expect(
      (await send({ ...type, client_assertion: await assertion({ jti: '8', aud: `${origin}/oidc/token` }) })).status,
    ).toBe(200);
  });

  it('names the APIs that its tokens are for', async () => {
    await provider.act('registerClient', {
      clientId: 'c',
      clientSecret: 's',
      resources: ['https://a.example', 'https://b.example'],
    });
    const one = await send({ client_id: 'c', client_secret: 's', resource: 'https://a.example' });
    expect(decodeJwt(one.body.access_token).aud).toBe('https://a.example');
    expect((await send({ client_id: 'c', client_secret: 's', resource: 'https://c.example' })).body.error).toBe(
      'invalid_target',
    );
    expect(decodeJwt((await send({ client_id: 'c', client_secret: 's' })).body.access_token).aud).toBe(origin);
  });
});

describe('a device', () => {
  const poll = (code: string) => provider.token({ grant_type: grantOf('device_code'), device_code: code });
  const start = async () =>
    (await provider.send('POST', '/oidc/device_authorization', { form: { client_id: 'demo-client', scope: 'openid' } }))
      .body;

  it('waits for the user, more slowly if it polls too fast', async () => {
    const device = await start();
    expect(device).toMatchObject({ expires_in: 600, interval: 5, verification_uri: `${origin}/oidc/device` });
    expect((await poll(device.device_code)).body.error).toBe('authorization_pending');
    expect((await poll(device.device_code)).body.error).toBe('slow_down');
    await provider.advance('PT9S');
    expect((await poll(device.device_code)).body.error).toBe('slow_down');
    await provider.advance('PT15S');
    expect((await poll(device.device_code)).body.error).toBe('authorization_pending');
    const page = await provider.browse('GET', `/oidc/device?user_code=${device.user_code.toLowerCase()}`);
    const done = await provider.click(page, { user_code: device.user_code, user: 'ada' }, '/oidc/device');
    expect(done.text).toContain('signed in');
    const { status, body } = await poll(device.device_code);
    expect([status, decodeJwt(body.id_token).sub]).toEqual([200, 'ada']);
    expect((await poll(device.device_code)).body.error).toBe('invalid_grant');
  });

  it('is refused by the user, expires, and belongs to its client', async () => {
    const [refused, late] = [await start(), await start()];
    await provider.act('decideDeviceRequest', { userCode: refused.user_code });
    expect((await poll(refused.device_code)).body.error).toBe('access_denied');
    await provider.act('registerClient', { clientId: 'other', isPublic: true });
    const other = { client_id: 'other', grant_type: grantOf('device_code'), device_code: late.device_code };
    expect((await provider.token(other)).body.error).toBe('invalid_grant');
    await provider.advance('PT10M');
    expect((await poll(late.device_code)).body.error).toBe('expired_token');
    expect((await provider.act('decideDeviceRequest', { userCode: late.user_code, user: 'ada' })).status).toBe(400);
    const page = await provider.browse('GET', '/oidc/device');
    const stale = await provider.click(page, { user_code: late.user_code, user: 'ada' }, '/oidc/device');
    expect(stale.text).toContain('has expired');
  });
});

describe('a token exchange', () => {
  const type = 'urn:ietf:params:oauth:token-type:access_token';
  const exchange = (form: Record<string, string>) =>
    provider.token({ grant_type: grantOf('token-exchange'), ...secret, subject_token_type: type, ...form });

  it('gives a token of the same user for another API, and names who acts', async () => {
    const { access_token: subject } = await provider.tokens({
      scope: 'openid understudy-stage:io understudy-stage:td',
    });
    const actor = (await provider.token({ grant_type: 'client_credentials', ...secret })).body.access_token;
    const { status, body } = await exchange({
      subject_token: subject,
      ...{ actor_token: actor, actor_token_type: type },
      scope: 'understudy-stage:io',
      resource: 'https://inner.example',
    });
    expect([status, body.issued_token_type, body.scope]).toEqual([200, type, 'understudy-stage:io']);
    expect(decodeJwt(body.access_token)).toMatchObject({
      sub: 'ada',
      aud: 'https://inner.example',
      act: { sub: 'demo-client' },
    });
    await provider.act('withdrawConsent', { user: 'ada', clientId: 'demo-client' });
    expect((await provider.introspect(body.access_token)).body).toEqual({ active: false });
  });

  it.each([
    ['no subject', {}, 'invalid_request'],
    ['a token of another kind', { subject_token: 'x', subject_token_type: 'urn:x' }, 'invalid_request'],
    ['a token that is none', { subject_token: 'x' }, 'invalid_request'],
    ['another requested type', { requested_token_type: 'urn:x' }, 'invalid_request'],
    ['a wider scope', { scope: 'understudy-stage:pd' }, 'invalid_scope'],
    ['an actor without type', { actor_token: 'x' }, 'invalid_request'],
    ['a public client', { client_secret: '' }, 'invalid_client'],
  ])('is refused with %s', async (what, form, error) => {
    const { access_token: subject } = await provider.tokens({ scope: 'understudy-stage:io' });
    const own: Record<string, string> = what === 'no subject' ? { subject_token_type: '' } : { subject_token: subject };
    expect((await exchange({ ...own, ...form })).body.error).toBe(error);
  });
});
