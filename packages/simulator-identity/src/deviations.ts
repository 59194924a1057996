export { identityDeviations, tokenDeviations } from './deviations/identity-deviations.js';
/** Deviations that are also injected for APIs that accept this provider's tokens. */
export { acceptAnySecret, serveAsDemoClient } from './deviations/oidc-changes.js';
