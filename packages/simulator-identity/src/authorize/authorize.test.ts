import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  callbackUrl,
  defaultAuthorizationRequest,
  ProviderDriver,
  providerOrigin,
  readRedirectParameters,
} from '../testing/provider-driver.js';

let provider: ProviderDriver;
beforeEach(() => {
  provider = new ProviderDriver();
});
afterEach(() => provider.close());

const verified = async (token: string, audience = 'demo-client') => {
  const { body } = await provider.send('GET', '/oidc/jwks');
  const currentDate = new Date((await provider.send('GET', '/_sim/clock')).body.now);
  return await jwtVerify(token, createLocalJWKSet(body), { issuer: providerOrigin, audience, currentDate });
};

describe('the authorization endpoint', () => {
  it('accepts POST requests, but rejects a repeated parameter', async () => {
    expect((await provider.browse('POST', '/oidc/authorize', defaultAuthorizationRequest)).status).toBe(200);
    const twice = await provider.browse(
      'GET',
      `/oidc/authorize?${new URLSearchParams(defaultAuthorizationRequest)}&state=s2`,
    );
    expect([twice.status, twice.headers.get('location')]).toEqual([400, null]);
  });

  it('lists the login_hint user first, and accepts any user by id or email address', async () => {
    const first = /name="user" value="(\w+)"/.exec(
      (await provider.authorize({ login_hint: 'linus@example.com' })).text,
    );
    expect(first?.[1]).toBe('linus');
    await provider.act('putUser', { sub: 'u-9', claims: { email: 'nine@example.com', name: 'Nine', role: 'admin' } });
    const unknown = await provider.click(await provider.authorize(), { login: 'nobody', decision: 'login' });
    expect(unknown.text).toContain('There is no user &#34;nobody&#34;');
    const back = await provider.click(unknown, { login: 'nine@example.com', decision: 'login' });
    const { body } = await provider.exchange(readRedirectParameters(back).get('code'));
    expect((await verified(body.id_token)).payload).toMatchObject({ sub: 'u-9', name: 'Nine', role: 'admin' });
    expect((await provider.act('removeUser', { sub: 'u-9' })).status).toBe(200);
    expect((await provider.userInfo(body.access_token)).status).toBe(401);
  });

  it('redirects immediately with automatic sign-in', async () => {
    await provider.set({ login: 'auto' });
    expect((await provider.signIn()).get('code')).toMatch(/^[\w-]{43}$/);
    const { body } = await provider.exchange(
      (await provider.signIn('ada', { prompt: 'login', login_hint: 'grace' })).get('code'),
    );
    expect((await verified(body.id_token)).payload.sub).toBe('grace');
    expect((await provider.signIn('ada', { prompt: 'login', login_hint: 'nobody' })).get('error')).toBe(
      'login_required',
    );
  });

  it('lets the user deny the request', async () => {
    expect(
      readRedirectParameters(await provider.click(await provider.authorize(), { decision: 'deny' })).get('error'),
    ).toBe('access_denied');
  });
});

describe('consent', () => {
  it('is requested if the prompt, client or setting requires it, and remembered', async () => {
    const ask = async (change: Record<string, string>) => {
      const page = await provider.authorize(change);
      return page.status === 303 ? 'granted' : /<h1>(.*)<\/h1>/.exec(page.text)?.[1];
    };
    await provider.signIn();
    expect(await ask({ prompt: 'consent' })).toBe('Allow access');
    await provider.act('registerClient', {
      clientId: 'asks',
      isPublic: true,
      consent: true,
      redirectUris: [defaultAuthorizationRequest.redirect_uri],
    });
    expect(await ask({ client_id: 'asks' })).toBe('Allow access');
    expect((await provider.authorize({ client_id: 'asks', prompt: 'none' })).headers.get('location')).toContain(
      'consent_required',
    );
    const page = await provider.authorize({ client_id: 'asks' });
    expect(readRedirectParameters(await provider.click(page, { decision: 'allow' })).get('code')).not.toBeNull();
    expect(await ask({ client_id: 'asks' })).toBe('granted');
    expect(await ask({ client_id: 'asks', scope: 'openid phone' })).toBe('Allow access');
    await provider.set({ consent: 'always' });
    expect([await ask({}), await ask({ scope: 'openid phone' })]).toEqual(['granted', 'Allow access']);
  });
});

it('rejects a scope that neither the client nor a described API defines', async () => {
  const provider = new ProviderDriver();
  await provider.send('PATCH', '/_sim/settings', { json: { apis: { identity: { login: 'auto' } } } });
  const ask = async (change: Record<string, string> = {}) => {
    const location =
      (await provider.authorize({ scope: 'openid everything', ...change })).headers.get('location') ?? '';
    return URL.canParse(location) ? new URL(location).searchParams.get('error') : null;
  };
  expect(await ask()).toBe('invalid_scope');
  expect(await ask({ scope: 'openid constructor' })).toBe('invalid_scope');
  const form = {
    grant_type: 'client_credentials',
    client_id: 'demo-client',
    client_secret: 'demo-secret',
    scope: 'everything',
  };
  expect((await provider.send('POST', '/oidc/token', { form })).body.error).toBe('invalid_scope');
  const client = { clientId: 'own', redirectUris: [callbackUrl], isPublic: true, scopes: ['everything'] };
  await provider.act('registerClient', client);
  expect(await ask({ client_id: 'own' })).toBe(null);
  const described = { apis: { identity: { unregisteredClients: ['everything'] } } };
  await provider.send('PATCH', '/_sim/settings', { json: described });
  expect(await ask()).toBe(null);
  await provider.close();
});
