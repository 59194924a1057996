import type { Transaction } from '../entities.js';
import type { components } from '../generated/types.js';

/** The inventory API's part of a seed. */
export interface InventorySeed {
  /** Client that owns the tenants; `demo-client` when absent. */
  readonly clientId?: string;
  readonly tenants?: Readonly<Record<string, TenantSeed>>;
  /** `yesterday`: all dates move by whole weeks, so that the sales reach up to yesterday; later ones are left out. */
  readonly shiftTo?: 'yesterday';
}

/** What one tenant has from the beginning. */
export interface TenantSeed {
  readonly datasets?: ReadonlyArray<{ readonly datasetId: string; readonly transactions: readonly Transaction[] }>;
  /** Trains every dataset with these parameters. */
  readonly training?: TrainingSeed;
  readonly subscriptions?: ReadonlyArray<{ readonly datasetId: string; readonly subscriptionIds: readonly string[] }>;
}

export type TrainingSeed = Omit<components['schemas']['InventoryTrainerParameters'], 'datasetId'>;
