import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callback, Provider, queryOf, request, returned } from '../testing/provider.js';

let provider: Provider;
beforeEach(() => {
  provider = new Provider();
});
afterEach(() => provider.close());

describe('a pushed request', () => {
  const push = (change: Record<string, string | undefined> = {}, form: Record<string, string> = {}) =>
    provider.send('POST', '/oidc/par', {
      form: { ...Object.fromEntries(new URLSearchParams(queryOf({ ...request, ...change }))), ...form },
    });
  const open = (uri: string, client = 'demo-client') =>
    provider.browse('GET', `/oidc/authorize?${queryOf({ client_id: client, request_uri: uri })}`);

  it('is used once, within 60 seconds, by its client', async () => {
    await provider.signIn();
    const { status, body } = await push();
    expect([status, body.expires_in]).toEqual([201, 60]);
    expect(returned(await open(body.request_uri)).get('state')).toBe('s1');
    expect((await open(body.request_uri)).status).toBe(400);
    const { body: late } = await push();
    await provider.act('registerClient', { clientId: 'other', isPublic: true, redirectUris: [callback] });
    expect((await open(late.request_uri, 'other')).status).toBe(400);
    await provider.advance('PT60S');
    expect((await open(late.request_uri)).status).toBe(400);
  });

  it.each([
    [{ redirect_uri: 'https://evil.example' }, 'invalid_request'],
    [{ scope: 'understudy-prod:io' }, 'invalid_scope'],
    [{ request_uri: 'urn:x' }, 'invalid_request'],
    [{ client_secret: 'wrong' }, 'invalid_client'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
  ])('with %j is refused with %s', async (change, error) => {
    expect((await push(change)).body.error).toBe(error);
  });

  it('is the only way for a client registered so', async () => {
    await provider.act('registerClient', {
      clientId: 'pushes',
      isPublic: true,
      requirePushed: true,
      redirectUris: [callback],
    });
    expect((await provider.authorize({ client_id: 'pushes' })).status).toBe(400);
    const { body } = await push({ client_id: 'pushes' });
    expect((await open(body.request_uri, 'pushes')).text).toContain('Sign in');
  });
});
