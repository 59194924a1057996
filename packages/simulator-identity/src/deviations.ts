import type { DeviationTable } from '@understudy/kernel/deviations';
import { authorizationDeviations, tokenDeviations } from './deviations/authorization-deviations.js';
import { grantDeviations } from './deviations/grant-deviations.js';

export const identityDeviations: DeviationTable = {
  ...tokenDeviations,
  ...authorizationDeviations,
  ...grantDeviations,
};

export { tokenDeviations } from './deviations/authorization-deviations.js';
/** Deviations that are also injected for the APIs that accept its tokens. */
export { acceptAnySecret, serveAsDemoClient } from './deviations/oidc-changes.js';
