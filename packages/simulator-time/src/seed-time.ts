import type { DailySeedContext } from '@understudy/kernel';
import { type AnalysisSeeder, readTrainingOfAll, seedAnalysisApi, shiftDates } from '@understudy/simulator-analysis';
import { createUploadValidators } from '@understudy/simulator-analysis/compute';
import { type StoredRegistrations, timeCollections } from './entities.js';
import { type PredictionOutput, predictDatasets } from './predictions/predict-datasets.js';
import { storeRegistrations } from './store-registrations.js';
import { timeContract, timeService } from './time-service.js';
import { rebuildModel } from './trainer/train-datasets.js';

const seeder: AnalysisSeeder<object, StoredRegistrations, PredictionOutput> = {
  validators: () => createUploadValidators(timeContract, 'TimeDataset'),
  readTraining: readTrainingOfAll,
  shift: (datasets, today) => shiftDates(datasets, timeService.shape, today),
  // Shifting can remove all registrations of a dataset.
  pack: (dataset, isTrained) =>
    dataset.records.length === 0 ? undefined : storeRegistrations(dataset, () => !isTrained),
  train: (stored) => rebuildModel(stored, []),
  predictions: {
    request: (datasetId, registrations) => ({ parameters: [{ datasetId, registrations }] }),
    // The registrations belong to the dataset, which is already validated.
    predict: (work) => predictDatasets(work, () => []),
    async store(put, made) {
      await put(timeCollections.results, { items: () => made().results, bytes: () => made().bytes });
      await put(timeCollections.predicted, { datasets: () => made().predicted });
    },
  },
};

/** Fills a sandbox from the API's section of a seed. @throws RangeError if it is invalid. */
export function seedTime(data: unknown, seeding: DailySeedContext): Promise<void> {
  return seedAnalysisApi(timeService, seeder, data, seeding);
}
