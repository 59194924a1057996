import type { DeviationTable } from '@understudy/kernel/deviations';
import { authorizationDeviations } from './deviations/authorization-deviations.js';
import { grantDeviations } from './deviations/grant-deviations.js';
import { tokenDeviations } from './deviations/token-deviations.js';

export const identityDeviations: DeviationTable = {
  ...tokenDeviations,
  ...authorizationDeviations,
  ...grantDeviations,
};

/** Deviations that are also injected for the APIs that accept its tokens. */
export { acceptAnySecret } from './deviations/accept-any-secret.js';
export { serveAsDemoClient } from './deviations/serve-as-demo-client.js';
export { tokenDeviations } from './deviations/token-deviations.js';
