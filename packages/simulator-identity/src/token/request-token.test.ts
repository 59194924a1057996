import { createSimulators, type Simulators } from '@understudy/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { identitySimulator } from '../identity-simulator.js';

const origin = 'http://understudy.local';
const form = {
  grant_type: 'client_credentials',
  client_id: 'demo-client',
  client_secret: 'demo-secret',
  scope: 'understudy-stage:io',
};

let simulators: Simulators;
beforeEach(() => {
  simulators = createSimulators({
    simulators: [identitySimulator],
    sandbox: {
      clock: { mode: 'manual', at: '2026-01-15T09:00:00.000Z' },
      progression: 'immediate',
      seed: 'empty',
      randomSeed: 'test',
    },
  });
});
afterEach(async () => {
  await simulators.close();
  expect(simulators.defects).toEqual([]);
});

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
async function bodyOf(response: Response): Promise<any> {
  return await response.json();
}

/** Sends a token request. @returns status, cache-control and body */
async function request(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const init = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers }, body };
  const response = await simulators.fetch(`${origin}/connect/token`, init);
  return { status: response.status, cache: response.headers.get('cache-control'), body: await bodyOf(response) };
}
const send = (change: Record<string, string> = {}) => request(String(new URLSearchParams({ ...form, ...change })));
const refused = (error: string, error_description: string) => ({
  status: 400,
  cache: 'no-store',
  body: { error, error_description },
});
const issued = (scope: string, expires_in = 3600) => ({
  status: 200,
  cache: 'no-store',
  body: { access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/), expires_in, token_type: 'Bearer', scope },
});

async function control(call: string, body: object) {
  const [method = '', path = ''] = call.split(' ');
  const headers = { 'content-type': 'application/json' };
  const response = await simulators.fetch(`${origin}${path}`, { method, headers, body: JSON.stringify(body) });
  return { status: response.status, body: await bodyOf(response) };
}
const act = (action: string, body: object) => control(`POST /_sim/actions/identity/${action}`, body);
const badScope = (scope: string, prefix = '<prefix>-stage') =>
  refused(
    'invalid_scope',
    `The scope '${scope}' is unknown here; it must have the shape ${prefix}:<suffix> with suffix io, td, pd, or be automatic-rostering-${prefix.split('-').at(-1)}`,
  );

describe('a token request', () => {
  it.each([
    { client_id: 'unknown' },
    { client_id: '__proto__' },
    { client_secret: 'demo-secre' },
    { client_secret: 'demo-secret1' },
    { client_secret: 'Demo-secret' },
  ])('of an unknown client or with a wrong secret is refused: %j', async (change) => {
    expect(await send(change)).toEqual(refused('invalid_client', 'The client is unknown or its secret is wrong'));
  });

  it('must be a form', async () => {
    const notAForm = refused(
      'invalid_request',
      'The body must be a form: send Content-Type application/x-www-form-urlencoded',
    );
    const json = { 'content-type': 'application/json' };
    expect(await request(JSON.stringify(form), json)).toEqual(notAForm);
    expect(await request(String(new URLSearchParams(form)), json)).toEqual(notAForm);
    expect(await request('{}', { 'content-type': 'text/plain' })).toEqual(notAForm);
    // A body of bytes with an empty type: what comes from clients that set none.
    expect(await request(new TextEncoder().encode(String(new URLSearchParams(form))), { 'content-type': '' })).toEqual(
      notAForm,
    );
    expect((await request('grant_type=%E0%A4')).body.error).toBe('invalid_request');
    expect((await request('')).body.error).toBe('invalid_request');
  });
});

describe('a scope', () => {
  it.each([
    'understudy-prod:io',
    'understudy:io',
    '-stage:io'.slice(1),
    'understudy-test:io',
    'understudy-stage:xx',
    'understudy-stage:',
    'Understudy-stage:io',
    'understudy-stage:io\u0000',
  ])('%j is not', async (scope) => {
    expect(await send({ scope })).toEqual(badScope(scope.replace('\u0000', '?')));
    expect(await send({ scope: `understudy-stage:io ${scope}` })).toEqual(badScope(scope.replace('\u0000', '?')));
  });

  it('follows the settings', async () => {
    const change = (identity: object) => control('PATCH /_sim/settings', { apis: { identity } });
    await change({ environment: 'prod', scopePrefix: 'mine' });
    expect(await send({ scope: 'mine-prod:io' })).toEqual(issued('mine-prod:io'));
    for (const scope of ['mine-stage:io', 'yours-prod:io'])
      expect(await send({ scope })).toEqual(badScope(scope, 'mine-prod'));
    await change({ scopePrefix: null });
    expect(await send({ scope: 'yours-prod:io' })).toEqual(issued('yours-prod:io'));
    for (const wrong of [{ environment: 'test' }, { scopePrefix: '' }, { scopePrefix: '.*' }, { scopePrefix: 7 }]) {
      expect((await change(wrong)).status).toBe(400);
    }
  });
});

describe('a registered client', () => {
  const client = { clientId: 'shop', clientSecret: 's3cret' };
  const asShop = (scope = 'a-stage:io') => send({ client_id: 'shop', client_secret: 's3cret', scope });

  it('gets tokens of its lifetime and scopes, and is shown without its secret', async () => {
    const more = { scopes: ['io'], tokenLifetime: 60, tenants: ['t1'] };
    expect(await act('registerClient', { ...client, ...more })).toEqual({
      status: 200,
      body: { clientId: 'shop', accepted: true, ...more },
    });
    expect(await asShop()).toEqual(issued('a-stage:io', 60));
    expect(await asShop('a-stage:td')).toEqual(
      refused('invalid_scope', "The scope 'a-stage:td' is not granted to this client"),
    );
  });

  it('replaces the one of the same id', async () => {
    await act('registerClient', client);
    await act('registerClient', { ...client, clientSecret: 'other' });
    expect((await asShop()).body.error).toBe('invalid_client');
  });

  it.each([
    [{ clientId: 'a b' }, '/body/clientId must have a form such as "shop-1" or "shop_secret.2", but is "a b".'],
    [{ clientSecret: '' }, '/body/clientSecret must have a form such as "shop-1" or "shop_secret.2", but is "".'],
    [{ scopes: ['io', 'xx'] }, '/body/scopes/1 must be one of io, td, pd, automatic-rostering, but is "xx".'],
    [{ accepted: 'yes' }, '/body/accepted must be true or false, but is "yes".'],
    [{ tokenLifetime: 0 }, '/body/tokenLifetime must be at least 1, but is 0.'],
    [{ tokenLifetime: 3601 }, '/body/tokenLifetime must be at most 3600, but is 3601.'],
    [{ tokenLifetime: '60' }, '/body/tokenLifetime must be an integer, but is "60".'],
    [{ tenants: ['t1', ''] }, '/body/tenants/1 must have at least 1 characters, but is "".'],
  ])('is not registered with %j', async (change, message) => {
    const { status, body } = await act('registerClient', { ...client, ...change });
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ message })]]);
    expect((await asShop()).body.error).toBe('invalid_client');
  });

  it.each([
    [{}, '/body/clientId is required, but missing.'],
    [{ clientId: 'nobody' }, '/body/clientId must be the id of a registered client'],
    [{ clientId: 7 }, '/body/clientId must be a string, but is 7.'],
  ])('is needed to accept an integration: %j', async (input, message) => {
    await act('registerClient', { ...client, clientId: 'undefined' });
    const { status, body } = await act('acceptIntegration', input);
    expect([status, body.errors[0].message]).toEqual([400, message]);
  });
});
