export { identityDeviations, tokenDeviations } from './deviations/identity-deviations.js';
/** Deviations that are also injected for the APIs that accept its tokens. */
export { acceptAnySecret, serveAsDemoClient } from './deviations/oidc-changes.js';
