/** Planted faults of the identity provider, for the APIs that its tokens open too. */
export { anySecret } from './deviations/any-secret.js';
export { asDemoClient } from './deviations/as-demo-client.js';
export { tokenDeviations } from './deviations/token-deviations.js';
