import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProviderDriver } from '../testing/provider-driver.js';

let provider: ProviderDriver;
beforeEach(() => {
  provider = new ProviderDriver();
});
afterEach(() => provider.close());

describe('keys', () => {
  const kids = async () => (await provider.send('GET', '/oidc/jwks')).body.keys.map(({ kid }: { kid: string }) => kid);
  it('are replaced between two requests, and depend on the seed of the sandbox alone', async () => {
    const before = await kids();
    const { body } = await provider.act('rotateKeys', {});
    expect(await kids()).toEqual([...before, body.kid]);
    const same = new ProviderDriver();
    expect(await same.send('GET', '/oidc/jwks').then(({ body: { keys } }) => keys[0].kid)).toBe(before[0]);
    await same.close();
  });
});
