import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSimulators, type Simulators, serveHttp } from '@understudy/server';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { identitySimulator } from './identity-simulator.js';
import { callbackUrl, ProviderDriver, readRedirectParameters } from './testing/provider-driver.js';

/** Not literals, so that types are checked even if the packages are not installed. */
const [library, middleware]: readonly [string, string] = ['openid-client', 'express-oauth2-jwt-bearer'];

let simulators: Simulators;
let provider: ProviderDriver;
let close: () => Promise<void>;
beforeEach(async () => {
  const sandbox = { clock: { mode: 'real' }, progression: 'immediate', seed: 'empty', randomSeed: 'test' } as const;
  simulators = createSimulators({ simulators: [identitySimulator], sandbox });
  const server = await serveHttp(simulators, { port: 0, host: '127.0.0.1' });
  close = () => server.close();
  provider = new ProviderDriver(simulators, server.url);
});
afterEach(async () => {
  await close();
  await provider.close();
});

it('openid-client signs in with PKCE, refreshes, introspects, exchanges and revokes tokens, and signs out', async () => {
  const client = await import(library);
  const insecure = { execute: [client.allowInsecureRequests] };
  const config = await client.discovery(new URL(provider.base), 'demo-client', 'demo-secret', undefined, insecure);
  const verifier = client.randomPKCECodeVerifier();
  const [state, nonce] = [client.randomState(), client.randomNonce()];
  const parameters = {
    redirect_uri: callbackUrl,
    scope: 'openid profile offline_access understudy-stage:io',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...{ state, nonce, max_age: '600' },
  };
  const url: URL = await client.buildAuthorizationUrlWithPAR(config, parameters);
  const page = await provider.browse('GET', `${url.pathname}${url.search}`);
  const back = await provider.click(page, { user: 'ada' });
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, maxAge: 600 };
  const tokens = await client.authorizationCodeGrant(config, new URL(back.headers.get('location') ?? ''), checks);
  expect(tokens.claims()).toMatchObject({ sub: 'ada', name: 'Ada Lovelace' });
  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token);
  expect((await client.fetchUserInfo(config, refreshed.access_token, 'ada')).name).toBe('Ada Lovelace');
  expect(await client.tokenIntrospection(config, refreshed.access_token)).toMatchObject({ active: true, sub: 'ada' });
  const exchanged = await client.genericGrantRequest(config, 'urn:ietf:params:oauth:grant-type:token-exchange', {
    subject_token: refreshed.access_token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    resource: 'https://inner.example',
  });
  expect(await client.tokenIntrospection(config, exchanged.access_token)).toMatchObject({
    aud: 'https://inner.example',
  });
  await client.tokenRevocation(config, refreshed.refresh_token);
  expect(await client.tokenIntrospection(config, refreshed.access_token)).toEqual({ active: false });
  const end: URL = client.buildEndSessionUrl(config, {
    id_token_hint: tokens.id_token,
    post_logout_redirect_uri: callbackUrl,
  });
  expect(readRedirectParameters(await provider.browse('GET', `${end.pathname}${end.search}`)).size).toBe(0);
});

it('openid-client gets tokens by client credentials and by the device flow', async () => {
  const client = await import(library);
  const insecure = { execute: [client.allowInsecureRequests] };
  const config = await client.discovery(new URL(provider.base), 'demo-client', 'demo-secret', undefined, insecure);
  const own = await client.clientCredentialsGrant(config, { scope: 'understudy-stage:io' });
  expect(own).toMatchObject({ token_type: 'bearer', scope: 'understudy-stage:io' });
  const device = await client.initiateDeviceAuthorization(config, { scope: 'openid' });
  await provider.act('decideDeviceRequest', { userCode: device.user_code, user: 'grace@example.com' });
  const tokens = await client.pollDeviceAuthorizationGrant(config, { ...device, interval: 0 });
  expect(tokens.claims().sub).toBe('grace');
});

type Guard = (request: IncomingMessage, issuer: string) => Promise<unknown>;
const audience = 'https://api.example';

it.each<[string, () => Promise<Guard>]>([
  [
    'jose',
    async () => {
      const keys = createRemoteJWKSet(new URL(`${provider.base}/oidc/jwks`), { cooldownDuration: 0 });
      return async ({ headers }, issuer) => {
        const token = headers.authorization?.slice('Bearer '.length) ?? '';
        return (await jwtVerify(token, keys, { issuer, audience, typ: 'at+jwt' })).payload.sub;
      };
    },
  ],
  [
    'express-oauth2-jwt-bearer',
    async () => {
      const { auth } = await import(middleware);
      const options = { issuerBaseURL: provider.base, audience, tokenSigningAlg: 'ES256', strict: true };
      const handle = auth({ ...options, cooldownDuration: 0 });
      return async (request) => {
        const get = (name: string) => request.headers[name.toLowerCase()];
        const ofExpress = { protocol: 'http', is: () => false, query: {}, get };
        const seen = Object.assign(request, { ...ofExpress, auth: { payload: { sub: '' } } });
        await new Promise<void>((resolve, reject) =>
          handle(seen, undefined, (error?: Error) => (error === undefined ? resolve() : reject(error))),
        );
        return seen.auth.payload.sub;
      };
    },
  ],
])('%s protects a server with the published keys, even after they are rotated', async (_name, start) => {
  const guard = await start();
  const api = createServer((request, response) => {
    guard(request, provider.base).then(
      (sub) => response.end(sub),
      () => response.writeHead(401).end(),
    );
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const call = async (token: string) => {
    const address = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
    const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
    return [response.status, await response.text()];
  };
  const fresh = async () => (await provider.tokens({ resource: audience, scope: 'openid' })).access_token;
  const before = await fresh();
  expect(await call(before)).toEqual([200, 'ada']);
  await provider.act('rotateKeys', {});
  expect([await call(await fresh()), await call(before)]).toEqual([
    [200, 'ada'],
    [200, 'ada'],
  ]);
  await provider.set({ tokenFault: 'wrong-audience' });
  expect(await call(await fresh())).toEqual([401, '']);
  await new Promise((resolve) => api.close(resolve));
});
