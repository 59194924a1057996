import type { SeededPrediction } from '@understudy/simulator-analysis';
import type { components } from '../generated/types.js';

/** The time registration API's part of a seed. */
export interface TimeSeed {
  /** Client that owns the tenants; `demo-client` when absent. */
  readonly clientId?: string;
  readonly tenants?: Readonly<Record<string, TimeTenantSeed>>;
  /** `yesterday`: all dates move by whole weeks, so that the registrations reach up to yesterday. */
  readonly shiftTo?: 'yesterday';
}

/** What one tenant has from the beginning. */
export interface TimeTenantSeed {
  readonly datasets?: ReadonlyArray<components['schemas']['TimeDataset']>;
  /** Has every dataset trained. */
  readonly training?: Readonly<Record<string, never>>;
  readonly subscriptions?: ReadonlyArray<{ readonly datasetId: string; readonly subscriptionIds: readonly string[] }>;
  /** Asked for on the evening before, of the latest registrations of a dataset; without training there are no results. */
  readonly predictions?: readonly SeededPrediction[];
}
