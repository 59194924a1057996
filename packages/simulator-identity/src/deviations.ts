import type { DeviationTable } from '@understudy/kernel/deviations';
import { authorizationDeviations } from './deviations/authorization-deviations.js';
import { grantDeviations } from './deviations/grant-deviations.js';
import { tokenDeviations } from './deviations/token-deviations.js';

/** Planted faults of the identity provider. */
export const identityDeviations: DeviationTable = {
  ...tokenDeviations,
  ...authorizationDeviations,
  ...grantDeviations,
};

/** Those that are planted for the APIs that its tokens open, too. */
export { acceptAnySecret } from './deviations/accept-any-secret.js';
export { serveAsDemoClient } from './deviations/serve-as-demo-client.js';
export { tokenDeviations } from './deviations/token-deviations.js';
