/** Seconds that a token lives unless the client's registration says otherwise: analysis.gap.token-lifetime-default. */
export const defaultTokenLifetimeSeconds = 3600;

/** No registration may ask for more: analysis.auth.token-lifetime. */
export const longestTokenLifetimeSeconds = 3600;

/** Last parts of the scopes of the analysis services: inventory.gap.scope, analysis.auth.scope-shape. */
export const scopeSuffixes = ['io', 'td', 'pd'] as const;

/** Scopes without a suffix, less their environment: `automatic-rostering-stage` (rostering.gap.scope-value). */
export const plainScopes = ['automatic-rostering'] as const;

/** Environments that a scope may name: analysis.auth.scope-shape. */
export const environments = ['stage', 'prod'] as const;
