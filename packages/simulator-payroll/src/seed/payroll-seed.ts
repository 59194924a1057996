import type { SeededPrediction } from '@understudy/simulator-analysis';
import type { components } from '../generated/types.js';

/** The payroll API's part of a seed. */
export interface PayrollSeed {
  /** Client that owns the tenants; `demo-client` when absent. */
  readonly clientId?: string;
  readonly tenants?: Readonly<Record<string, PayrollTenantSeed>>;
  /** `yesterday`: all dates move by whole months, so that the payslips reach up to yesterday as nearly as they can. */
  readonly shiftTo?: 'yesterday';
}

/** What one tenant has from the beginning. */
export interface PayrollTenantSeed {
  readonly datasets?: ReadonlyArray<components['schemas']['PayrollDataset']>;
  /** Has every dataset trained. */
  readonly training?: Readonly<Record<string, never>>;
  readonly subscriptions?: ReadonlyArray<{ readonly datasetId: string; readonly subscriptionIds: readonly string[] }>;
  /** Asked for on the evening before, of the latest payslips of a dataset; without training there are no results. */
  readonly predictions?: readonly SeededPrediction[];
}
