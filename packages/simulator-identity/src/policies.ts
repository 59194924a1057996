/** Seconds that a token lives unless the client's registration says otherwise: analysis.gap.token-lifetime-default. */
export const defaultTokenLifetimeSeconds = 3600;

/** No registration may ask for more: analysis.auth.token-lifetime. */
export const maxTokenLifetimeSeconds = 3600;

/** Last parts of the scopes of the analysis services: inventory.gap.scope, analysis.auth.scope-shape. */
export const scopeSuffixes = ['io', 'td', 'pd'] as const;

/** Scopes without a suffix, less their environment: `automatic-rostering-stage` (rostering.gap.scope-value). */
export const unsuffixedScopes = ['automatic-rostering'] as const;

/** Environments that a scope may name: analysis.auth.scope-shape. */
export const scopeEnvironments = ['stage', 'prod'] as const satisfies readonly [string, ...string[]];

/** Scopes of OpenID Connect Core, section 5.4 and 11, each with the claims that it covers. */
export const scopeClaims: Readonly<Record<string, readonly string[]>> = {
  openid: ['sub'],
  profile: [
    ...['name', 'family_name', 'given_name', 'middle_name', 'nickname', 'preferred_username', 'profile', 'picture'],
    ...['website', 'gender', 'birthdate', 'zoneinfo', 'locale', 'updated_at'],
  ],
  email: ['email', 'email_verified'],
  address: ['address'],
  phone: ['phone_number', 'phone_number_verified'],
  offline_access: [],
};

/** How strongly a user has signed in, weakest first. */
export const acrValues = ['urn:understudy:acr:1', 'urn:understudy:acr:2'] as const;

/** What can be wrong with tokens on purpose. */
export const tokenFaults = [
  'none',
  'expired',
  'wrong-audience',
  'wrong-issuer',
  'unknown-key',
  'other-algorithm',
  'clock-ahead',
  'clock-behind',
] as const;

/** Seconds that a pushed authorization request can be used (RFC 9126 section 2.2). */
export const pushedRequestTtlSeconds = 60;

/** Seconds that a device can ask for its tokens (RFC 8628 section 3.2). */
export const deviceCodeTtlSeconds = 600;

/** Seconds that a polling device must wait longer each time that it asks too soon (RFC 8628 section 3.5). */
export const slowDownIntervalSeconds = 5;
