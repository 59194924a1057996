import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callbackUrl, ProviderDriver, providerOrigin } from './testing/provider-driver.js';

let provider: ProviderDriver;
beforeEach(() => {
  provider = new ProviderDriver();
});
afterEach(() => provider.close());

const secret = { client_secret: 'demo-secret' };
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
const grantOf = (name: string) => `urn:ietf:params:oauth:grant-type:${name}`;

describe('an authorization code', () => {
  it('without a code challenge requires client authentication and rejects a code verifier', async () => {
    await provider.act('registerClient', { clientId: 'server', clientSecret: 'kept', redirectUris: [callbackUrl] });
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
  it('expires after its lifetime, which starts again with each refresh', async () => {
    await provider.set({ refreshTokenLifetime: 600 });
    const { refresh_token: first } = await provider.tokens();
    await provider.advance('PT599S');
    const second = (await provider.refresh(first)).body.refresh_token;
    await provider.advance('PT599S');
    const third = (await provider.refresh(second)).body.refresh_token;
    await provider.advance('PT600S');
    expect((await provider.refresh(third)).body.error).toBe('invalid_grant');
  });
});

describe('a client', () => {
  const form = { grant_type: 'client_credentials', scope: 'understudy-stage:io' };
  const send = (fields: Record<string, string>, headers = {}) =>
    provider.send('POST', '/oidc/token', { form: { ...form, ...fields }, headers });

  it.each([
    ['another client_id', { client_id: 'other' }, basic('demo-client:demo-secret'), 'invalid_request'],
    ['a wrong secret', {}, basic('demo-client:wrong'), 'invalid_client'],
    ['a malformed header', {}, { authorization: 'Basic !' }, 'invalid_client'],
    ['another scheme', {}, { authorization: 'Bearer x' }, 'invalid_client'],
  ])('gets the expected result with %s', async (_what, fields, headers, expected) => {
    const { status, body, headers: given } = await send(fields, headers);
    expect(status === 200 ? 200 : body.error).toBe(expected);
    expect(given.get('cache-control')).toBe('no-store');
    if (expected === 'invalid_client')
      expect([status, given.get('www-authenticate')]).toEqual([401, 'Basic realm="oidc"']);
  });

  it('authenticates with a signed assertion, which can be used only once', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    await provider.act('registerClient', { clientId: 'keyed', keys: [await exportJWK(publicKey)] });
    const now = Date.parse('2026-01-15T09:00:00Z') / 1000;
    const assertion = (change: object = {}, key = privateKey) =>
      new SignJWT({
        iss: 'keyed',
        sub: 'keyed',
        aud: providerOrigin,
        exp: now + 60,
        jti: `j${Math.trunc(now)}`,
        ...change,
      })
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
      (await send({ ...type, client_assertion: await assertion({ jti: '8', aud: `${providerOrigin}/oidc/token` }) }))
        .status,
    ).toBe(200);
  });

  it('requests tokens for its registered APIs only', async () => {
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
    expect(decodeJwt((await send({ client_id: 'c', client_secret: 's' })).body.access_token).aud).toBe(providerOrigin);
  });
});

describe('a token exchange', () => {
  const type = 'urn:ietf:params:oauth:token-type:access_token';
  const exchange = (form: Record<string, string>) =>
    provider.token({ grant_type: grantOf('token-exchange'), ...secret, subject_token_type: type, ...form });

  it('returns a token of the same user for another API, with the acting client', async () => {
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
});
