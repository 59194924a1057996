/**
 * Default lifetime of a token in seconds, unless the client's registration specifies another:
 * analysis.gap.token-lifetime-default.
 */
export const defaultTokenLifetimeSeconds = 3600;

/** Maximum lifetime that a registration can request, in seconds: analysis.auth.token-lifetime. */
export const maxTokenLifetimeSeconds = 3600;

/** Suffixes of the scopes of the analysis services: inventory.gap.scope, analysis.auth.scope-shape. */
export const scopeSuffixes = ['io', 'td', 'pd'] as const;

/** Scopes without a suffix, excluding their environment: `automatic-rostering-stage` (rostering.gap.scope-value). */
export const unsuffixedScopes = ['automatic-rostering'] as const;

/** Environments that a scope can name: analysis.auth.scope-shape. */
export const scopeEnvironments = ['stage', 'prod'] as const satisfies readonly [string, ...string[]];

/** Algorithms of tokens, the default first. */
export const signingAlgorithms = ['ES256', 'RS256'] as const;

/** Scopes of OpenID Connect Core, sections 5.4 and 11, with the claims that each covers. */
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

/** Authentication levels of users, weakest first. */
export const acrValues = ['urn:understudy:acr:1', 'urn:understudy:acr:2'] as const;

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

/** Lifetime of a pushed authorization request in seconds (RFC 9126 section 2.2). */
export const pushedRequestTtlSeconds = 60;

/** Seconds during which a device can request its tokens (RFC 8628 section 3.2). */
export const deviceCodeTtlSeconds = 600;

/** Seconds added to a device's polling interval each time it polls too early (RFC 8628 section 3.5). */
export const slowDownIntervalSeconds = 5;
