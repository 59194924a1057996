import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Provider } from '../testing/provider.js';

let provider: Provider;
beforeEach(() => {
  provider = new Provider();
});
afterEach(() => provider.close());

describe('keys', () => {
  const kids = async () => (await provider.send('GET', '/oidc/jwks')).body.keys.map(({ kid }: { kid: string }) => kid);
  it('are replaced between two requests, and depend on the seed of the sandbox alone', async () => {
    const before = await kids();
    const { body } = await provider.act('rotateKeys', {});
    expect(await kids()).toEqual([...before, body.kid]);
    const same = new Provider();
    expect(await same.send('GET', '/oidc/jwks').then(({ body: { keys } }) => keys[0].kid)).toBe(before[0]);
    await same.close();
  });
});
