import { train } from '@understudy/engine-forecasting';
import type { Seeding } from '@understudy/kernel';
import { collections, putSubscriptions, type StoredDataset } from '@understudy/simulator-analysis';
import { todayOf } from '../current-date.js';
import type { StoredModel } from '../entities.js';
import { salesOf } from '../sales-of.js';
import { readSeed } from './read-seed.js';
import { shiftDates } from './shift-dates.js';

/**
 * Fills a sandbox with tenants, their datasets, models and subscriptions.
 *
 * @throws RangeError when the seed is unusable, or a dataset to be trained has no sale up to today
 */
export async function seedInventory(data: unknown, { scopes, now }: Seeding): Promise<void> {
  // A copy, because the store freezes what it is given, and the seed is the caller's.
  const { clientId, tenants, shiftTo } = readSeed(structuredClone(data));
  const today = todayOf(now);
  const all = tenants.flatMap(({ datasets }) => datasets);
  const shift = shiftTo === 'yesterday' ? shiftDates(all, today) : (dataset: StoredDataset) => dataset;
  for (const { tenantId, datasets, training, subscriptions } of tenants) {
    const owner = { clientId, tenantId };
    const scope = scopes.of(owner);
    for (const dataset of datasets.map(shift)) {
      const { datasetId } = dataset;
      await scope.collection<StoredDataset>(collections.datasets).put(datasetId, dataset);
      if (training === undefined) continue;
      const model: StoredModel = {
        model: train(salesOf(dataset), { ...training, currentDate: today }),
        trainedUpTo: today,
      };
      await scope.collection<StoredModel>(collections.models).put(datasetId, model);
    }
    for (const { datasetId, subscriptionIds } of subscriptions) {
      await putSubscriptions(scopes, owner, datasetId, subscriptionIds);
    }
  }
}
