import { createLocalJWKSet, errors, jwtVerify } from 'jose';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tokenFaults } from './policies.js';
import { origin, Provider } from './testing/provider.js';

let provider: Provider;
beforeEach(() => {
  provider = new Provider();
});
afterEach(() => provider.close());

/** What a careful resource server finds wrong with a token. */
const found: Readonly<Record<(typeof tokenFaults)[number], unknown>> = {
  none: undefined,
  expired: errors.JWTExpired,
  'wrong-audience': errors.JWTClaimValidationFailed,
  'wrong-issuer': errors.JWTClaimValidationFailed,
  'unknown-key': errors.JWKSNoMatchingKey,
  'other-algorithm': errors.JOSENotSupported,
  'clock-ahead': errors.JWTClaimValidationFailed,
  'clock-behind': errors.JWTExpired,
};

it.each(tokenFaults)('spoils tokens on purpose: %s', async (tokenFault) => {
  await provider.set({ tokenFault });
  const { access_token: token, id_token: idToken } = await provider.tokens();
  const keys = createLocalJWKSet((await provider.send('GET', '/oidc/jwks')).body);
  const currentDate = new Date('2026-01-15T09:00:00Z');
  for (const [text, audience] of [
    [token, origin],
    [idToken, 'demo-client'],
  ]) {
    const error = await jwtVerify(text, keys, { issuer: origin, audience, currentDate }).catch(
      (reason: unknown) => reason,
    );
    const expected = found[tokenFault];
    if (typeof expected === 'function') expect(error).toBeInstanceOf(expected);
    else expect(error).toMatchObject({ payload: { sub: 'ada' } });
  }
});
