import type { SeedingOfDay } from '@understudy/kernel';
import {
  putSubscriptions,
  readAnalysisSeed,
  type SeedReader,
  type StoredDataset,
  seededModel,
  shiftDates,
} from '@understudy/simulator-analysis';
import { collections } from '../entities.js';
import { timeService } from '../time-service.js';
import { rebuilt } from '../trainer/train-datasets.js';
import { uploadValidators } from '../upload-validators.js';
import { keepRegistrations } from '../uploads/keep-registrations.js';

/**
 * Fills a sandbox with tenants, their datasets, models and subscriptions; the form is TimeSeed.
 *
 * @throws RangeError when the seed is unusable
 */
export async function seedTime(data: unknown, { scopes, today, trusted }: SeedingOfDay): Promise<void> {
  const reader: SeedReader<object> = {
    validators: uploadValidators,
    readTraining: (value) =>
      typeof value === 'object' && value !== null && Object.keys(value).length === 0
        ? { training: value }
        : { fault: 'an empty object, which has every dataset trained' },
  };
  const { clientId, tenants, shiftTo } = readAnalysisSeed(timeService, reader, data, trusted);
  const all = tenants.flatMap(({ datasets }) => datasets);
  const shift =
    shiftTo === 'yesterday' ? shiftDates(all, timeService.shape, today) : (dataset: StoredDataset) => dataset;
  for (const { tenantId, datasets, training, subscriptions } of tenants) {
    const owner = { clientId, tenantId };
    const scope = scopes.of(owner);
    for (const dataset of datasets.map(shift)) {
      // All its registrations were of the days after yesterday.
      if (dataset.records.length === 0) continue;
      const { datasetId } = dataset;
      const stored = keepRegistrations(dataset, () => training === undefined);
      await scope.collection(collections.datasets).put(datasetId, stored);
      if (training === undefined) continue;
      const model = seededModel(() => rebuilt(stored, []), trusted, {});
      await scope.collection(collections.models).put(datasetId, model);
    }
    for (const { datasetId, subscriptionIds } of subscriptions) {
      await putSubscriptions(scopes, owner, datasetId, subscriptionIds);
    }
  }
}
