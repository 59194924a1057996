// Sends the same requests to this provider and to the certified library oidc-provider. Clients must see the same.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSimulators, type Simulators, serveHttp } from '@understudy/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identitySimulator } from './identity-simulator.js';
import { codeChallenge, codeVerifier, toQuery } from './testing/provider-driver.js';

/** Not a literal, so that types are checked even if the package is not installed. */
const library: string = 'oidc-provider';
const [client_id, client_secret, redirect_uri] = ['reference', 'a-secret-of-the-reference', 'https://app.example/cb'];
const code = { client_id, redirect_uri, response_type: 'code', scope: 'openid email', state: 's1', nonce: 'n1' };
const pkce = { code_challenge: codeChallenge, code_challenge_method: 'S256' };
type Fields = Readonly<Record<string, string | undefined>>;
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Reply = { readonly status: number; readonly headers: Headers; readonly text: string; readonly body: any };

class Party {
  #cookies = new Map<string, string>();
  endpoints: Readonly<Record<string, string>> = {};

  async discover(issuer: string): Promise<this> {
    this.endpoints = (await this.send('GET', `${issuer}/.well-known/openid-configuration`)).body;
    return this;
  }

  async send(method: string, url: string, form?: Fields, headers: Record<string, string> = {}): Promise<Reply> {
    const body = form === undefined ? {} : { body: toQuery(form) };
    const type = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { cookie, ...type, ...headers },
      ...body,
    });
    for (const each of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      this.#cookies.set(name, value);
    }
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
  }

  post(endpoint: string, form: Fields, headers?: Record<string, string>): Promise<Reply> {
    return this.send('POST', String(this.endpoints[`${endpoint}_endpoint`]), form, headers);
  }

  /** Signs in and gives all consents. Returns the parameters for the client, or the status of an error page. */
  async authorize(query: Fields): Promise<Readonly<Record<string, string>> | number> {
    let at = new URL(`${this.endpoints['authorization_endpoint']}?${toQuery(query)}`);
    let reply = await this.send('GET', at.href);
    for (let step = 0; step < 12; step += 1) {
      const next = reply.headers.get('location');
      if (next !== null) {
        at = new URL(next, at);
        if (at.origin === new URL(redirect_uri).origin)
          return Object.fromEntries(at.hash === '' ? at.searchParams : new URLSearchParams(at.hash.slice(1)));
        reply = await this.send('GET', at.href);
        continue;
      }
      const [form] = /<form[\s\S]*?<\/form>/.exec(reply.text) ?? [];
      if (reply.status >= 400 || form === undefined) return reply.status;
      const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
      const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, decoded(value)]));
      const action = decoded(/action="([^"]*)"/.exec(form)?.[1] ?? '');
      at = new URL(action, at);
      reply = await this.send('POST', at.href, { ...click(form), ...fields });
    }
    throw new Error(`The sign-in does not end: ${at}`);
  }

  async tokens(query: Fields = {}): Promise<Reply> {
    const back = await this.authorize({ ...code, ...pkce, ...query });
    return await this.exchange(Object(back).code);
  }

  exchange(value: string, change: Fields = {}): Promise<Reply> {
    const form = { grant_type: 'authorization_code', code: value, redirect_uri, code_verifier: codeVerifier };
    return this.post('token', { ...form, client_id, client_secret, ...change });
  }

  async isActive(token: string): Promise<boolean> {
    return (await this.post('introspection', { token, client_id, client_secret })).body.active;
  }
}

/** Input for each page: our user selection, the library's login form, and consent. */
const click = (form: string): Fields =>
  form.includes('name="user"') ? { user: 'ada' } : { login: 'ada', password: 'any', decision: 'allow' };

const decoded = (text: string) =>
  text.replaceAll(/&#(\d+);/g, (_all, point) => String.fromCodePoint(Number(point))).replaceAll('&amp;', '&');
const failure = ({ status, body }: Reply) => [status, body?.error];
const offline = { scope: 'openid email offline_access', prompt: 'consent' };
const claims = (token: string) => JSON.parse(Buffer.from(String(token.split('.')[1]), 'base64url').toString());

let servers: Server[] = [];
let simulators: Simulators;
let ours: Party;
let reference: Party;

beforeAll(async () => {
  const sandbox = { clock: { mode: 'real' }, progression: 'immediate', seed: 'empty', randomSeed: 'test' } as const;
  simulators = createSimulators({ simulators: [identitySimulator], sandbox });
  const server = await serveHttp(simulators, { port: 0, host: '127.0.0.1' });
  const action = `${server.url}/_sim/actions/identity/registerClient`;
  const registered = { clientId: client_id, clientSecret: client_secret, redirectUris: [redirect_uri] };
  const headers = { 'content-type': 'application/json' };
  const made = await fetch(action, { method: 'POST', headers, body: JSON.stringify(registered) });
  expect(made.status).toBe(200);
  ours = await new Party().discover(server.url);

  const { Provider } = await import(library);
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  servers = [other];
  const issuer = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const grant_types = ['authorization_code', 'refresh_token', 'client_credentials', deviceGrant];
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id,
        client_secret,
        redirect_uris: [redirect_uri],
        grant_types,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    features: Object.fromEntries(
      ['clientCredentials', 'deviceFlow', 'introspection', 'revocation', 'pushedAuthorizationRequests'].map((name) => [
        name,
        { enabled: true },
      ]),
    ),
    claims: { email: ['email'] },
    rotateRefreshToken: true,
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, email: 'a@b.example' }),
    }),
  });
  other.on('request', provider.callback());
  reference = await new Party().discover(issuer);
});
afterAll(async () => {
  for (const server of servers) server.close();
  await simulators.close();
  expect(simulators.defects).toEqual([]);
});

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

const views: Readonly<Record<string, (party: Party) => Promise<unknown>>> = {
  'the metadata': async ({ endpoints }) => {
    const {
      code_challenge_methods_supported,
      authorization_response_iss_parameter_supported,
      subject_types_supported,
    } = endpoints;
    return {
      code_challenge_methods_supported,
      authorization_response_iss_parameter_supported,
      subject_types_supported,
    };
  },
  'the tokens of a code': async (party) => {
    const { status, headers, body } = await party.tokens();
    const { sub, aud, nonce, iss, iat, exp } = claims(body.id_token);
    const own = iss === party.endpoints['issuer'];
    const { token_type, scope } = body;
    return {
      status,
      cache: headers.get('cache-control'),
      token_type,
      scope,
      sub,
      aud,
      nonce,
      own,
      lives: exp - iat,
      refresh: 'refresh_token' in body,
    };
  },
  'the redirect parameters of a code': async (party) => {
    const { state, iss, code: value, ...rest } = Object(await party.authorize({ ...code, ...pkce }));
    return [state, iss === party.endpoints['issuer'], typeof value, rest];
  },
  'a wrong verifier': async (party) => {
    const { code: value } = Object(await party.authorize({ ...code, ...pkce }));
    return failure(await party.exchange(value, { code_verifier: codeVerifier.replaceAll('a', 'b') }));
  },
  'a missing verifier': async (party) => {
    const { code: value } = Object(await party.authorize({ ...code, ...pkce }));
    return failure(await party.exchange(value, { code_verifier: undefined }));
  },
  'another redirect URI for the code': async (party) => {
    const { code: value } = Object(await party.authorize({ ...code, ...pkce }));
    return failure(await party.exchange(value, { redirect_uri: `${redirect_uri}/2` }));
  },
  'a code that is used twice': async (party) => {
    const { code: value } = Object(await party.authorize({ ...code, ...pkce }));
    const first = await party.exchange(value);
    const again = failure(await party.exchange(value));
    return [first.status, again, await party.isActive(first.body.access_token)];
  },
  'a refresh token that is used twice': async (party) => {
    const first = (await party.tokens(offline)).body;
    const form = { grant_type: 'refresh_token', client_id, client_secret };
    const second = await party.post('token', { ...form, refresh_token: first.refresh_token });
    const again = failure(await party.post('token', { ...form, refresh_token: first.refresh_token }));
    const family = failure(await party.post('token', { ...form, refresh_token: second.body.refresh_token }));
    return [second.status, second.body.refresh_token !== first.refresh_token, again, family];
  },
  'a refresh with additional scopes': async (party) => {
    const { refresh_token } = (await party.tokens(offline)).body;
    const form = { grant_type: 'refresh_token', refresh_token, scope: 'openid email profile' };
    return failure(await party.post('token', { ...form, client_id, client_secret }));
  },
  'claims of a user': async (party) => {
    const { access_token } = (await party.tokens()).body;
    const url = String(party.endpoints['userinfo_endpoint']);
    const { status, body } = await party.send('GET', url, undefined, { authorization: `Bearer ${access_token}` });
    return [status, body.sub, Object.keys(body).includes('email')];
  },
  'claims without a token': async (party) => {
    const { status, headers } = await party.send('GET', String(party.endpoints['userinfo_endpoint']));
    return [status >= 400, headers.get('www-authenticate')?.startsWith('Bearer')];
  },
  'a revoked token': async (party) => {
    const { access_token, refresh_token } = (await party.tokens(offline)).body;
    const before = await party.isActive(refresh_token);
    const revoked = await party.post('revocation', { token: refresh_token, client_id, client_secret });
    return [before, revoked.status, await party.isActive(refresh_token), await party.isActive(access_token)];
  },
  'unknown tokens': async (party) => {
    const revoked = await party.post('revocation', { token: 'none', client_id, client_secret });
    return [await party.isActive('none'), revoked.status];
  },
  'a pushed authorization request, used once': async (party) => {
    const { status, body } = await party.post('pushed_authorization_request', { ...code, ...pkce, client_secret });
    const { request_uri, ...rest } = body;
    const first = Object(await party.authorize({ client_id, request_uri }));
    const again = await party.authorize({ client_id, request_uri });
    return [status, Object.keys(rest), typeof first.code, typeof Object(again).code];
  },
  'a pending device authorization': async (party) => {
    const { status, body } = await party.post('device_authorization', { client_id, client_secret, scope: 'openid' });
    const form = { grant_type: deviceGrant, device_code: body.device_code, client_id, client_secret };
    const members = ['device_code', 'user_code', 'verification_uri', 'verification_uri_complete', 'expires_in'];
    return [status, members.every((name) => name in body), failure(await party.post('token', form))];
  },
};

const refusals: Readonly<Record<string, Fields>> = {
  'an unknown client': { client_id: 'nobody' },
  'an unregistered redirect URI': { redirect_uri: 'https://evil.example/' },
  'the implicit flow': { response_type: 'token', nonce: undefined },
  'an unknown response type': { response_type: 'anything' },
  'a plain challenge': { code_challenge_method: 'plain' },
  'a short challenge': { code_challenge: 'short' },
  'prompt=none without a session': { prompt: 'none' },
  'prompt=none with another prompt': { prompt: 'none login' },
  'an unknown prompt': { prompt: 'anything' },
  'a malformed max_age': { max_age: 'old' },
  'a request object': { request: 'e30.e30.' },
};
const badForms: Readonly<Record<string, Fields>> = {
  'an unknown grant type': { grant_type: 'anything' },
  'no grant type': { grant_type: undefined },
  'a wrong secret': { client_secret: 'wrong' },
  'an unknown client': { client_id: 'nobody' },
  'an unknown code': { code: 'none' },
  'an unknown refresh token': { grant_type: 'refresh_token', refresh_token: 'none' },
  'no refresh token': { grant_type: 'refresh_token' },
  'an unknown device': { grant_type: deviceGrant, device_code: 'none' },
};

describe('a client gets the same result as from the reference provider:', () => {
  it.each(Object.entries(views))('%s', async (_what, view) => {
    expect(await view(ours)).toEqual(await view(reference));
  });

  it.each(Object.entries(refusals))('an authorization request with %s', async (_what, change) => {
    const seen = async (party: Party) => {
      const fresh = Object.assign(new Party(), { endpoints: party.endpoints });
      const back = await fresh.authorize({ ...code, ...pkce, ...change });
      return typeof back === 'number'
        ? back
        : [back['error'], back['state'], back['iss'] === party.endpoints['issuer']];
    };
    expect(await seen(ours)).toEqual(await seen(reference));
  });

  it.each(Object.entries(badForms))('a token request with %s', async (_what, change) => {
    const seen = async (party: Party) => failure(await party.exchange('none', change));
    expect(await seen(ours)).toEqual(await seen(reference));
  });
});
