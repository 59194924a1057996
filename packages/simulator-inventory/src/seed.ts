import { train } from '@understudy/engine-forecasting';
import type { Seeding } from '@understudy/kernel';
import { collections, putSubscriptions, type StoredDataset } from '@understudy/simulator-analysis';
import { todayOf } from './current-date.js';
import type { StoredModel, Transaction } from './entities.js';
import { salesOf } from './sales-of.js';

/** The inventory API's part of a seed. */
export interface InventorySeed {
  /** Client that owns the tenants; `demo-client` when absent. */
  readonly clientId?: string;
  readonly tenants?: Readonly<Record<string, TenantSeed>>;
  /** `yesterday`: all dates move by whole weeks, so that the last sale falls in the last seven days. */
  readonly shiftTo?: 'yesterday';
}

interface TenantSeed {
  readonly datasets?: ReadonlyArray<{ readonly datasetId: string; readonly transactions: readonly Transaction[] }>;
  /** Trains every dataset with these parameters. */
  readonly training?: { readonly frequency: 'D' | 'W' | 'M'; readonly horizon: number };
  readonly subscriptions?: ReadonlyArray<{ readonly datasetId: string; readonly subscriptionIds: readonly string[] }>;
}

const day = 24 * 60 * 60 * 1000;
const week = 7 * day;

/** Fills a sandbox with tenants, their datasets, models and subscriptions. */
export async function seedInventory(data: unknown, { scopes, now }: Seeding): Promise<void> {
  const { clientId = 'demo-client', tenants = {}, shiftTo } = (data ?? {}) as InventorySeed;
  const shift = shiftTo === 'yesterday' ? shiftOf(tenants, now) : 0;
  for (const [tenantId, { datasets = [], training, subscriptions = [] }] of Object.entries(tenants)) {
    const owner = { clientId, tenantId };
    const scope = scopes.of(owner);
    for (const { datasetId, transactions } of datasets) {
      const records = transactions.map((transaction) => ({
        ...transaction,
        departureDate: shifted(transaction, shift),
      }));
      const dataset: StoredDataset = { datasetId, records };
      await scope.collection<StoredDataset>(collections.datasets).put(datasetId, dataset);
      if (training === undefined) continue;
      const currentDate = todayOf(now);
      const model: StoredModel = {
        model: train(salesOf(dataset), { ...training, currentDate }),
        trainedUpTo: currentDate,
      };
      await scope.collection<StoredModel>(collections.models).put(datasetId, model);
    }
    for (const { datasetId, subscriptionIds } of subscriptions) {
      await putSubscriptions(scopes, owner, datasetId, subscriptionIds);
    }
  }
}

/** Milliseconds in whole weeks that bring the last sale to before today, and into the last seven days. */
function shiftOf(tenants: Readonly<Record<string, TenantSeed>>, now: Date): number {
  const dates = Object.values(tenants)
    .flatMap(({ datasets = [] }) => datasets)
    .flatMap(({ transactions }) => transactions.map(({ departureDate }) => Date.parse(departureDate)));
  if (dates.length === 0) return 0;
  const last = dates.reduce((latest, date) => Math.max(latest, date));
  const today = Date.parse(todayOf(now));
  return Math.floor((today - day - last) / week) * week;
}

function shifted({ departureDate }: Transaction, shift: number): string {
  return new Date(Date.parse(departureDate) + shift).toISOString().slice(0, 10);
}
