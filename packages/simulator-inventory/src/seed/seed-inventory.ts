import { train } from '@understudy/engine-forecasting';
import type { SeedingOfDay } from '@understudy/kernel';
import {
  putSubscriptions,
  readAnalysisSeed,
  type SeedReader,
  type StoredDataset,
  seededModel,
  shiftDates,
  summarizeFindings,
} from '@understudy/simulator-analysis';
import { collections, type StoredModel } from '../entities.js';
import { inventoryContract } from '../inventory-contract.js';
import { inventoryService } from '../inventory-service.js';
import { packSales, unpackSales } from '../packed-sales.js';
import { uploadValidators } from '../upload-validators.js';
import type { TrainingSeed } from './inventory-seed.js';

/**
 * Fills a sandbox with tenants, their datasets, models and subscriptions.
 *
 * @throws RangeError when the seed is unusable, or a dataset to be trained has no sale up to today
 */
export async function seedInventory(data: unknown, { scopes, today, trusted }: SeedingOfDay): Promise<void> {
  // A copy, because the store freezes what it is given, and the seed is the caller's.
  const { clientId, tenants, shiftTo } = readSeed(structuredClone(data), trusted);
  const all = tenants.flatMap(({ datasets }) => datasets);
  const shift =
    shiftTo === 'yesterday' ? shiftDates(all, inventoryService.shape, today) : (dataset: StoredDataset) => dataset;
  for (const { tenantId, datasets, training, subscriptions } of tenants) {
    const owner = { clientId, tenantId };
    const scope = scopes.of(owner);
    for (const dataset of datasets.map(shift)) {
      const { datasetId } = dataset;
      await scope.collection(collections.datasets).put(datasetId, dataset);
      if (training === undefined) continue;
      const trained = () => train(unpackSales(packSales(dataset), today), { ...training, currentDate: today });
      const model: StoredModel = seededModel(trained, trusted, { trainedUpTo: today });
      await scope.collection(collections.models).put(datasetId, model);
    }
    for (const { datasetId, subscriptionIds } of subscriptions) {
      await putSubscriptions(scopes, owner, datasetId, subscriptionIds);
    }
  }
}

/** What a seed of the inventory API holds, checked; its form is `InventorySeed`. */
export function readSeed(data: unknown, trusted = false) {
  const reader: SeedReader<TrainingSeed> = { validators: uploadValidators, readTraining };
  return readAnalysisSeed(inventoryService, reader, data, trusted);
}

function readTraining(value: unknown, trusted: boolean): ReturnType<SeedReader<TrainingSeed>['readTraining']> {
  const { frequency, horizon } = Object(value);
  const findings = trusted
    ? []
    : inventoryContract.validator('InventoryTrainerParameters')({ datasetId: 'any', frequency, horizon });
  if (findings.length > 0) return { fault: `{frequency, horizon} of a training: ${summarizeFindings(findings)}` };
  // The contract found nothing wrong with it, here or in the tests of a seed that ships.
  return { training: { frequency, horizon } as TrainingSeed };
}
