import { decodeProtectedHeader } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callback, Provider } from '../testing/provider.js';

let provider: Provider;
beforeEach(() => {
  provider = new Provider();
});
afterEach(() => provider.close());

describe('keys', () => {
  const kids = async () => (await provider.send('GET', '/oidc/jwks')).body.keys.map(({ kid }: { kid: string }) => kid);
  const kidOf = (token: string) => decodeProtectedHeader(token).kid;

  it('are replaced on the clock; an old one stays as long as its tokens', async () => {
    const [first] = await kids();
    const old = (await provider.tokens()).access_token;
    await provider.advance('P29DT23H59M');
    const late = (await provider.tokens()).access_token;
    expect([kidOf(old), kidOf(late)]).toEqual([first, first]);
    await provider.advance('PT1M');
    const [kept, second] = await kids();
    expect([kept, second === first, kidOf((await provider.tokens()).access_token)]).toEqual([first, false, second]);
    expect((await provider.userInfo(late)).status).toBe(200);
    await provider.advance('PT1H1S');
    expect(await kids()).toEqual([second]);
  });

  it('are replaced between two requests, and depend on the seed of the sandbox alone', async () => {
    const before = await kids();
    const { body } = await provider.act('rotateKeys', {});
    expect(await kids()).toEqual([...before, body.kid]);
    const same = new Provider();
    expect(await same.send('GET', '/oidc/jwks').then(({ body: { keys } }) => keys[0].kid)).toBe(before[0]);
    await same.close();
  });

  it('of RSA are made when they are needed', async () => {
    await provider.act('registerClient', {
      clientId: 'rsa',
      isPublic: true,
      redirectUris: [callback],
      idTokenAlgorithm: 'RS256',
    });
    const { body } = await provider.exchange((await provider.signIn('ada', { client_id: 'rsa' })).get('code'), {
      client_id: 'rsa',
    });
    expect(decodeProtectedHeader(body.id_token).alg).toBe('RS256');
    const { keys } = (await provider.send('GET', '/oidc/jwks')).body;
    expect(keys.map(({ alg, d }: { alg: string; d?: string }) => [alg, d])).toEqual([
      ['ES256', undefined],
      ['RS256', undefined],
    ]);
  });
});
