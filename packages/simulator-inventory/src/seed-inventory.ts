import { isObject } from '@understudy/contract';
import { trainModel } from '@understudy/engine-forecasting';
import type { DailySeedContext } from '@understudy/kernel';
import {
  type AnalysisSeed,
  type AnalysisSeeder,
  readAnalysisSeed,
  type SeedReader,
  type StoredDataset,
  seedAnalysisApi,
  shiftDates,
  summarizeFindings,
} from '@understudy/simulator-analysis';
import { createUploadValidators } from '@understudy/simulator-analysis/compute';
import type { components } from './generated/types.js';
import { inventoryContract, inventoryService } from './inventory-service.js';
import { packSales, unpackSales } from './packed-sales.js';

type TrainingSeed = Omit<components['schemas']['InventoryTrainerParameters'], 'datasetId'>;

const seeder: AnalysisSeeder<TrainingSeed, StoredDataset> = {
  validators: () => createUploadValidators(inventoryContract, 'InventoryDataset'),
  readTraining,
  shift: (datasets, today) => shiftDates(datasets, inventoryService.shape, today),
  pack: (dataset) => dataset,
  train: (dataset, training, today) =>
    trainModel(unpackSales(packSales(dataset), today), { ...training, currentDate: today }),
  modelFacts: (today) => ({ trainedUpTo: today }),
};

/**
 * Fills a sandbox from the API's section of a seed.
 * @throws RangeError if it is invalid, or a dataset has no sale to train on.
 */
export function seedInventory(data: unknown, seeding: DailySeedContext): Promise<void> {
  // The store freezes its records, but the seed belongs to the caller.
  return seedAnalysisApi(inventoryService, seeder, structuredClone(data), seeding);
}

export function readInventorySeed(data: unknown): AnalysisSeed<TrainingSeed> {
  return readAnalysisSeed(inventoryService, { ...seeder, predicts: false }, data);
}

function readTraining(value: unknown, trusted: boolean): ReturnType<SeedReader<TrainingSeed>['readTraining']> {
  const { frequency, horizon } = isObject(value) ? value : {};
  const findings = trusted
    ? []
    : inventoryContract.validator('InventoryTrainerParameters')({ datasetId: 'any', frequency, horizon });
  if (findings.length > 0) return { fault: `{frequency, horizon} of a training: ${summarizeFindings(findings)}` };
  // Validated against the contract: here or, for a shipped seed, in its tests.
  return { training: { frequency, horizon } as TrainingSeed };
}
