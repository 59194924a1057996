import { compactVerify, importJWK } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProviderDriver } from './testing/provider-driver.js';

let provider: ProviderDriver;
beforeEach(() => {
  provider = new ProviderDriver();
});
afterEach(() => provider.close());

describe('signing keys', () => {
  const kids = async () => (await provider.send('GET', '/oidc/jwks')).body.keys.map(({ kid }: { kid: string }) => kid);
  it('can be rotated, and depend only on the seed of the sandbox', async () => {
    const before = await kids();
    const { body } = await provider.act('rotateKeys', {});
    const [es256, rs256] = before;
    expect(await kids()).toEqual([es256, body.kid, rs256]);
    const same = new ProviderDriver();
    expect(
      await same.send('GET', '/oidc/jwks').then(({ body: { keys } }) => keys.map(({ kid }: { kid: string }) => kid)),
    ).toEqual(before);
    await same.close();
  });

  it('are published for every algorithm in the metadata before they sign a token', async () => {
    const { body } = await provider.send('GET', '/.well-known/openid-configuration');
    const { keys } = (await provider.send('GET', '/oidc/jwks')).body;
    expect(keys.map(({ alg }: { alg: string }) => alg)).toEqual(body.id_token_signing_alg_values_supported);
    const [, rsa] = keys;
    expect(Buffer.from(rsa.n, 'base64url')).toHaveLength(256);
    await provider.act('registerClient', { clientId: 'rsa', clientSecret: 'secret', idTokenAlgorithm: 'RS256' });
    const key = await importJWK(rsa, 'RS256');
    const { access_token: token } = (
      await provider.send('POST', '/oidc/token', {
        form: {
          grant_type: 'client_credentials',
          client_id: 'rsa',
          client_secret: 'secret',
          scope: 'understudy-stage:io',
        },
      })
    ).body;
    expect(typeof token).toBe('string');
    await provider.send('PATCH', '/_sim/settings', { json: { apis: { identity: { signingAlgorithm: 'RS256' } } } });
    const signed = await provider.tokens({ scope: 'openid' });
    expect((await compactVerify(signed.id_token, key)).protectedHeader.alg).toBe('RS256');
  });
});
