import * as oauth from 'openid-client';
import { beforeEach, expect, it } from 'vitest';
import { chooseApis } from './apis/apis.js';
import { formatStartupMessage } from './commands/format-startup-message.js';
import type { RunningSimulators } from './start-simulators.js';
import { useResources } from './testing/use-resources.js';

const { start, fileWith } = useResources();
const flows = `{
  authorizationCode: { authorizationUrl: https://login.example.com/v2/authorize, tokenUrl: /v2/token, scopes: { 'pets:read': r, 'pets:write': w } },
  clientCredentials: { tokenUrl: https://login.example.com/v2/token, scopes: { 'pets:read': r } },
  deviceAuthorization: { deviceAuthorizationUrl: /v2/device, tokenUrl: /v2/token, scopes: {} } }`;
const description = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get: { operationId: listPets, security: [{ login: ['pets:read'] }, { oidc: [] }], responses: { '200': { description: All } } }
    post: { operationId: addPet, security: [{ login: ['pets:write'] }], responses: { '201': { description: One } } }
components:
  securitySchemes:
    login: { type: oauth2, flows: ${flows} }
    oidc: { type: openIdConnect, openIdConnectUrl: https://login.example.com/.well-known/openid-configuration }
`;
const back = 'http://localhost:3000/callback';
let simulators: RunningSimulators;
let url: string;
let file: string;

beforeEach(async () => {
  file = await fileWith('pets.yaml', description);
  simulators = await start({ apis: [file], port: 0, settings: { apis: { identity: { login: 'auto' } } } });
  ({ url } = simulators);
});

/** Creates a client of the described URLs that the server does not know. */
function client(): oauth.Configuration {
  const server = { issuer: url, authorization_endpoint: `${url}/v2/authorize`, token_endpoint: `${url}/v2/token` };
  const device = { device_authorization_endpoint: `${url}/v2/device`, jwks_uri: `${url}/oidc/jwks` };
  const configuration = new oauth.Configuration({ ...server, ...device }, 'my-shop', 'my-secret');
  oauth.allowInsecureRequests(configuration);
  return configuration;
}

/** Follows redirects until they leave the server. */
async function follow(address: URL): Promise<URL> {
  let next = address;
  for (let hops = 0; hops < 5 && next.href.startsWith(url); hops += 1) {
    const { headers } = await fetch(next, { redirect: 'manual' });
    next = new URL(headers.get('location') ?? 'none:', next);
  }
  return next;
}

async function call(method: string, token: string): Promise<number> {
  return (await fetch(`${url}/pets`, { method, headers: { authorization: `Bearer ${token}` } })).status;
}

it('the startup message shows the login page and its users', async () => {
  const { chosen } = await chooseApis([file]);
  const message = formatStartupMessage(simulators, chosen, 'demo', { seed: 'demo' });
  expect(message).toContain('seed demo: every collection has generated records.');
  expect(message).toContain(`login       ${url}/v2/authorize  any client; users ada, grace, linus`);
});

it('any client can sign in at the described URLs', async () => {
  const configuration = client();
  const verifier = oauth.randomPKCECodeVerifier();
  const challenge = { code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' };
  const request = { redirect_uri: back, scope: 'pets:read offline_access', state: 's', ...challenge };
  const returned = await follow(oauth.buildAuthorizationUrl(configuration, request));
  expect(returned.href).toContain(`${back}?code=`);
  const checks = { pkceCodeVerifier: verifier, expectedState: 's' };
  const tokens = await oauth.authorizationCodeGrant(configuration, returned, checks);
  expect([await call('GET', tokens.access_token), await call('POST', tokens.access_token)]).toEqual([200, 403]);
  const renewed = await oauth.refreshTokenGrant(configuration, String(tokens.refresh_token));
  await simulators.control.advance('PT2H');
  expect([await call('GET', renewed.access_token), await call('GET', 'any')]).toEqual([401, 200]);
  await expect(oauth.authorizationCodeGrant(configuration, returned, checks)).rejects.toThrow();
});

it('the sign-in does not take over paths of other APIs', async () => {
  const taken = description.replaceAll('/v2/token', '/io/create_prediction').replaceAll('/v2/device', '/oidc/login');
  const beside = await start({ apis: ['inventory', await fileWith('pets.yaml', taken)] }, 'any');
  const init = { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials' }) };
  const answer = async (path: string) => (await beside.fetch(`${beside.url}${path}`, init)).text();
  expect([await answer('/io/create_prediction'), await answer('/oidc/login')].join()).not.toMatch(/"error":"invalid/);
});

it.each([
  ['an unknown authorization code', { grant_type: 'authorization_code', code: 'x', redirect_uri: back }, 400],
  ['client credentials without a user', { grant_type: 'client_credentials', scope: 'pets:read' }, 200],
  ['a scope of another API', { grant_type: 'client_credentials', scope: 'everything' }, 400],
])('the token endpoint handles %s', async (_what, form, status) => {
  const body = new URLSearchParams({ ...form, client_id: 'anybody', client_secret: 'any' });
  expect((await fetch(`${url}/v2/token`, { method: 'POST', body })).status).toBe(status);
});

it('supports the device flow and discovery, and redirects only to registered URLs', async () => {
  const { user_code } = await oauth.initiateDeviceAuthorization(client(), { scope: 'pets:read' });
  expect(user_code).toMatch(/\w/);
  const options = { execute: [oauth.allowInsecureRequests] };
  const found = await oauth.discovery(new URL(url), 'my-shop', 'my-secret', undefined, options);
  expect(found.serverMetadata().scopes_supported).toContain('openid');
  const query = `client_id=my-shop&response_type=code&redirect_uri=${encodeURIComponent('https://evil.example/')}`;
  expect((await follow(new URL(`${url}/v2/authorize?${query}`))).href).toBe('none:');
});
