import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  callbackUrl,
  defaultAuthorizationRequest,
  ProviderDriver,
  providerOrigin,
  readHiddenFields,
  readRedirectParameters,
  toQuery,
} from './testing/provider-driver.js';

let provider: ProviderDriver;
beforeEach(() => {
  provider = new ProviderDriver();
});
afterEach(() => provider.close());

const registered = 'https://app.example/cb?x=1';

describe('a redirect', () => {
  /** Addresses that some provider has wrongly accepted or that browsers interpret differently. */
  const forms = [
    ...[
      'https://app.example/cb',
      'https://app.example/cb?x=1&y=2',
      'https://app.example/cb?x=1#f',
      'https://app.example/cb?x=1/',
    ],
    ...[
      'https://APP.example/cb?x=1',
      'https://app.example:443/cb?x=1',
      'http://app.example/cb?x=1',
      'https://app.example/./cb?x=1',
    ],
    ...['https://app.example/cb/../cb?x=1', 'https://app.example/%63b?x=1', 'https://app.example.evil.example/cb?x=1'],
    ...[
      'https://evil.example/app.example/cb?x=1',
      'https://app.example@evil.example/cb?x=1',
      ' https://app.example/cb?x=1',
    ],
    ...[
      'https://app.example/cb?x=1\r\nSet-Cookie: a=b',
      'https:\\\\app.example\\cb?x=1',
      '//app.example/cb?x=1',
      '/cb?x=1',
    ],
    ...[
      'javascript:alert(1)',
      'data:text/html,x',
      'https://app.example/cb?x=1\u0000',
      'https://xn--pp-fka.example/cb?x=1',
    ],
  ];
  const ofLoopback = [
    ...['http://localhost@evil.example/', 'http://localhost:80@evil.example/', 'http://localhost.evil.example/'],
    ...['http://127.0.0.1.evil.example/', 'http://localhost\\.evil.example/', 'http://localhost#@evil.example/'],
    ...['http://evil.example/?http://localhost/', 'http://localhost:5173/cb#fragment', 'http://localhost:99999/cb'],
    ...[
      'http://0.0.0.0/cb',
      'http://[::ffff:127.0.0.1]/cb',
      'http://2130706433/cb',
      'ftp://localhost/cb',
      'http://user:pw@localhost/',
    ],
    ...['http://localhost /cb', 'http://localhost\t/cb', 'javascript://localhost/%0aalert(1)'],
  ];

  it.each([...forms, ...ofLoopback])('to the unregistered %j is rejected', async (uri) => {
    await provider.act('registerClient', { clientId: 'app', isPublic: true, redirectUris: [registered] });
    for (const client of ofLoopback.includes(uri) ? ['demo-client', 'app'] : ['app']) {
      const page = await provider.authorize({ client_id: client, redirect_uri: uri });
      expect([page.status, page.headers.get('location')]).toEqual([400, null]);
      const end = await provider.browse(
        'GET',
        `/oidc/logout?${toQuery({ client_id: client, post_logout_redirect_uri: uri })}`,
      );
      expect([end.status, end.headers.get('location')]).toEqual([400, null]);
    }
  });

  it.each(['javascript:alert(1)', 'https://app.example/#x', 'data:text/html,x', '/cb'])(
    'to %s cannot be registered',
    async (uri) => {
      expect(
        (await provider.act('registerClient', { clientId: 'app', isPublic: true, redirectUris: [uri] })).status,
      ).toBe(400);
    },
  );

  it('keeps the query of the registered URI', async () => {
    await provider.act('registerClient', { clientId: 'app', isPublic: true, redirectUris: [registered] });
    const reply = await provider.click(await provider.authorize({ client_id: 'app', redirect_uri: registered }), {
      user: 'ada',
    });
    expect(reply.headers.get('location')).toMatch(/^https:\/\/app\.example\/cb\?x=1&code=/);
  });
});

describe('a form posted from another site', () => {
  it('cannot sign in a user without the secret of the browser session', async () => {
    const victim = new ProviderDriver(provider.simulators);
    const attacker = readHiddenFields(await provider.authorize());
    await victim.authorize();
    for (const form of [attacker, { request: attacker['request'] ?? '' }, { ...attacker, secret: '0'.repeat(64) }]) {
      const reply = await victim.browse('POST', '/oidc/login', { ...form, user: 'ada' });
      expect([reply.status, reply.headers.get('location')]).toEqual([400, null]);
    }
    const swapped = {
      ...readHiddenFields(await victim.authorize()),
      request: String(new URLSearchParams({ ...defaultAuthorizationRequest, state: 'evil' })),
    };
    expect((await victim.browse('POST', '/oidc/login', { ...swapped, user: 'ada' })).status).toBe(400);
    expect((await victim.authorize()).text).toContain('Sign in');
  });

  it('cannot skip the sign-in by posting the consent form', async () => {
    await provider.signIn();
    const page = await provider.authorize({ prompt: 'login' });
    expect((await provider.click(page, { decision: 'allow' })).status).toBe(400);
  });

  it('cannot sign out a user or allow a device', async () => {
    const { id_token: hint } = await provider.tokens();
    expect((await provider.browse('GET', '/oidc/logout')).text).toContain('Do you want to sign out?');
    expect((await provider.browse('POST', '/oidc/logout', { secret: '0'.repeat(64) })).text).toContain('Do you want');
    expect((await provider.authorize()).status).toBe(303);
    const device = await provider.send('POST', '/oidc/device_authorization', { form: { client_id: 'demo-client' } });
    const form = { user_code: device.body.user_code, user: 'ada', secret: '0'.repeat(64) };
    expect((await provider.browse('POST', '/oidc/device', form)).status).toBe(400);
    expect((await provider.browse('GET', `/oidc/logout?id_token_hint=${hint}`)).text).toContain('You are signed out');
    expect((await provider.authorize()).status).toBe(200);
  });
});

it('gives the browser a new session id at every sign-in', async () => {
  await provider.authorize();
  const planted = provider.cookie;
  await provider.signIn();
  const first = provider.cookie;
  await provider.click(await provider.authorize({ prompt: 'login' }), { user: 'ada' });
  expect(new Set([planted, first, provider.cookie]).size).toBe(3);
  provider.cookie = first;
  expect((await provider.authorize()).status).toBe(200);
});

it('escapes parameters in pages and allows no scripts', async () => {
  const evil = `"><script>alert(1)</script><img src=x onerror='alert(1)'>\``;
  const all = Object.keys({
    ...defaultAuthorizationRequest,
    login_hint: '',
    acr_values: '',
    id_token_hint: '',
    prompt: '',
    user_code: '',
    resource: '',
  });
  const pages = await Promise.all([
    ...all.map((name) => provider.authorize({ [name]: evil })),
    provider.authorize({ [evil]: evil }),
    provider.browse('GET', `/oidc/device?${toQuery({ user_code: evil })}`),
    ...['state', 'client_id', 'post_logout_redirect_uri', 'id_token_hint'].map((name) =>
      provider.browse('GET', `/oidc/logout?${toQuery({ [name]: evil })}`),
    ),
  ]);
  const first = await provider.authorize();
  pages.push(await provider.click(first, { login: evil }));
  await provider.act('putUser', { sub: 'evil', claims: { name: evil, email: evil } });
  pages.push(await provider.authorize({ login_hint: 'evil' }));
  const shown = pages.filter(({ status }) => status !== 303);
  expect(shown.length).toBeGreaterThan(10);
  for (const { text, headers } of shown) {
    expect(text).not.toMatch(/<script|<img|onerror='/);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'[^;]*; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

it('rejects tokens, codes and cookies of another sandbox', async () => {
  for (const name of ['a', 'b']) await provider.send('POST', '/_sim/sandboxes', { json: { name, clock: 'manual' } });
  const [a, b] = ['a', 'b'].map((name) => new ProviderDriver(provider.simulators, `${providerOrigin}/~${name}`)) as [
    ProviderDriver,
    ProviderDriver,
  ];
  const tokens = await a.tokens();
  expect(decodeJwt(tokens.access_token).iss).toBe(`${providerOrigin}/~a`);
  const code = (await a.signIn()).get('code');
  expect((await b.userInfo(tokens.access_token)).status).toBe(401);
  expect((await b.introspect(tokens.access_token)).body).toEqual({ active: false });
  expect((await b.introspect(tokens.refresh_token)).body).toEqual({ active: false });
  expect((await b.exchange(code)).body.error).toBe('invalid_grant');
  expect((await b.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
  b.cookie = a.cookie;
  expect((await b.authorize()).status).toBe(200);
  expect(a.cookie).toBeDefined();
  const { headers } = await a.send('GET', `/oidc/authorize?${toQuery(defaultAuthorizationRequest)}`);
  expect(headers.get('set-cookie')).toMatch(/^oidc-session-0=[\w-]{43}; Path=\/~a\/oidc; HttpOnly; SameSite=Lax$/);
});

it('keeps sessions and refresh tokens, but no access tokens, in a forked sandbox', async () => {
  const tokens = await provider.tokens();
  const { status } = await provider.send('POST', '/_sim/sandboxes', {
    json: { name: 'fork', from: { sandbox: 'default' } },
  });
  expect(status).toBe(201);
  const fork = new ProviderDriver(provider.simulators, `${providerOrigin}/~fork`);
  fork.cookie = provider.cookie;
  expect(readRedirectParameters(await fork.authorize({ prompt: 'none' })).get('code')).not.toBeNull();
  expect((await fork.userInfo(tokens.access_token)).status).toBe(401);
  const refreshed = (await fork.refresh(tokens.refresh_token)).body;
  expect((await fork.userInfo(refreshed.access_token)).body.sub).toBe('ada');
  expect((await provider.refresh(tokens.refresh_token)).status).toBe(200);
});

it('returns the configured issuer, and derives all URLs from it instead of the Host header', async () => {
  await provider.set({ issuer: 'https://login.example/realm' });
  const { body } = await provider.send('GET', '/.well-known/openid-configuration', {
    headers: { host: 'evil.example' },
  });
  expect([...JSON.stringify(body).matchAll(/https?:\/\/[^/"]+/g)].map(([at]) => at)).toSatisfy((all: string[]) =>
    all.every((at) => at === 'https://login.example'),
  );
  expect(readRedirectParameters(await provider.authorize({ response_type: 'token' })).get('iss')).toBe(
    'https://login.example/realm',
  );
  expect((await provider.signIn()).get('iss')).toBe('https://login.example/realm');
});

it('notifies the clients of a session by back-channel logout', async () => {
  const own = 'http://localhost:4999';
  provider.simulators.ownOrigins.add(own);
  const browser = new ProviderDriver(provider.simulators, own);
  const backchannelLogoutUri = `${own}/_sim/inbox/logout`;
  await browser.act('registerClient', {
    clientId: 'app',
    isPublic: true,
    redirectUris: [callbackUrl],
    backchannelLogoutUri,
  });
  const { body } = await browser.exchange((await browser.signIn('ada', { client_id: 'app' })).get('code'), {
    client_id: 'app',
  });
  const end = await browser.browse(
    'GET',
    `/oidc/logout?${toQuery({ id_token_hint: body.id_token, client_id: 'app' })}`,
  );
  expect(end.text).toContain('You are signed out');
  const [message] = (await browser.send('GET', '/_sim/inbox/logout/messages')).body.messages;
  const token = new URLSearchParams(message.text).get('logout_token') ?? '';
  const { keys } = (await browser.send('GET', '/oidc/jwks')).body;
  const currentDate = new Date('2026-01-15T09:00:00Z');
  const { payload } = await jwtVerify(token, createLocalJWKSet({ keys }), {
    issuer: own,
    audience: 'app',
    typ: 'logout+jwt',
    currentDate,
  });
  const { sub, sid } = decodeJwt(body.id_token);
  expect(payload).toMatchObject({ sub, sid, events: { 'http://schemas.openid.net/event/backchannel-logout': {} } });
});

it('rejects tokens with a wrong signature or of another type', async () => {
  const { access_token: token, id_token: idToken } = await provider.tokens();
  const [head = '', claims = '', signature = ''] = token.split('.');
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString());
  const unsigned = (alg: string) => `${encode({ alg, typ: 'at+jwt', kid })}.${claims}.`;
  const changed = encode({ ...decodeJwt(token), sub: 'grace' });
  await provider.set({ tokenFault: 'other-algorithm' });
  const confused = (await provider.tokens()).access_token;
  for (const wrong of [idToken, unsigned('none'), unsigned('ES256'), `${head}.${changed}.${signature}`, confused, 'x'])
    expect([wrong, (await provider.userInfo(wrong)).status]).toEqual([wrong, 401]);
  expect((await provider.userInfo(token)).status).toBe(200);
});
