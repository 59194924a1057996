import type { SeedingOfDay } from '@understudy/kernel';
import {
  packDataset,
  putSubscriptions,
  readAnalysisSeed,
  type SeedReader,
  type StoredDataset,
  seededModel,
} from '@understudy/simulator-analysis';
import { collections } from '../entities.js';
import { payrollService } from '../payroll-service.js';
import { trained } from '../trainer/train-datasets.js';
import { uploadValidators } from '../upload-validators.js';
import { shiftMonths } from './shift-months.js';

/**
 * Fills a sandbox with tenants, their datasets, models and subscriptions; the form is PayrollSeed.
 *
 * @throws RangeError when the seed is unusable
 */
export async function seedPayroll(data: unknown, { scopes, today, trusted }: SeedingOfDay): Promise<void> {
  const reader: SeedReader<object> = {
    validators: uploadValidators,
    readTraining: (value) =>
      typeof value === 'object' && value !== null && Object.keys(value).length === 0
        ? { training: value }
        : { fault: 'an empty object, which has every dataset trained' },
  };
  const { clientId, tenants, shiftTo } = readAnalysisSeed(payrollService, reader, data, trusted);
  const all = tenants.flatMap(({ datasets }) => datasets);
  const shift = shiftTo === 'yesterday' ? shiftMonths(all, today) : (dataset: StoredDataset) => dataset;
  for (const { tenantId, datasets, training, subscriptions } of tenants) {
    const owner = { clientId, tenantId };
    const scope = scopes.of(owner);
    for (const dataset of datasets.map(shift)) {
      const { datasetId } = dataset;
      const stored = packDataset(dataset, payrollService.shape);
      await scope.collection(collections.datasets).put(datasetId, stored);
      if (training === undefined) continue;
      const model = seededModel(() => trained(stored), trusted, {});
      await scope.collection(collections.models).put(datasetId, model);
    }
    for (const { datasetId, subscriptionIds } of subscriptions) {
      await putSubscriptions(scopes, owner, datasetId, subscriptionIds);
    }
  }
}
