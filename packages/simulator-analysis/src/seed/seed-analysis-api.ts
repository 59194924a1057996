import type { DailySeedContext } from '@understudy/kernel';
import { analysisCollections, type PackedDataset, type StoredDataset } from '../entities.js';
import type { AnalysisWorkResult } from '../jobs/analysis-job.js';
import type { AnalysisService } from '../service.js';
import { putSubscriptions } from '../subscriptions.js';
import { readAnalysisSeed, type SeedReader } from './read-analysis-seed.js';
import { createSeededModel, type PredictionSeeder, seedPrediction } from './seed-prediction.js';

export interface AnalysisSeeder<
  Training,
  Stored extends StoredDataset | PackedDataset,
  Made extends AnalysisWorkResult = AnalysisWorkResult,
> extends Pick<SeedReader<Training>, 'validators' | 'readTraining'> {
  /** Returns a function that shifts the dates of a dataset so that the latest is yesterday. */
  shift(datasets: readonly StoredDataset[], today: string): (dataset: StoredDataset) => StoredDataset;
  /** Returns the stored form of the dataset, or undefined to omit it. */
  pack(dataset: StoredDataset, isTrained: boolean): Stored | undefined;
  train(stored: Stored, training: Training, today: string): unknown;
  /** Further members of a stored model. */
  modelFacts?(today: string): object;
  readonly predictions?: PredictionSeeder<Made>;
}

/**
 * Fills a sandbox with tenants, datasets, models, predictions and subscriptions.
 * @throws RangeError for an invalid seed
 */
export async function seedAnalysisApi<
  Training,
  Stored extends StoredDataset | PackedDataset,
  Made extends AnalysisWorkResult,
>(
  service: AnalysisService,
  seeder: AnalysisSeeder<Training, Stored, Made>,
  data: unknown,
  { scopes, today, trusted }: DailySeedContext,
): Promise<void> {
  const reader = { ...seeder, predicts: seeder.predictions !== undefined };
  const { clientId, tenants, shiftTo } = readAnalysisSeed(service, reader, data, trusted);
  const all = tenants.flatMap(({ datasets }) => datasets);
  const shift = shiftTo === 'yesterday' ? seeder.shift(all, today) : (dataset: StoredDataset) => dataset;
  for (const { tenantId, datasets, training, subscriptions, predictions } of tenants) {
    const owner = { clientId, tenantId };
    const scope = scopes.of(owner);
    for (const dataset of datasets.map(shift)) {
      const stored = seeder.pack(dataset, training !== undefined);
      if (stored === undefined) continue;
      await scope.collection(analysisCollections.datasets).put(dataset.datasetId, stored);
      if (training === undefined) continue;
      const model = createSeededModel(
        () => seeder.train(stored, training, today),
        trusted,
        seeder.modelFacts?.(today) ?? {},
      );
      await scope.collection(analysisCollections.models).put(dataset.datasetId, model);
    }
    for (const prediction of predictions) {
      if (seeder.predictions === undefined) continue;
      await seedPrediction(prediction, { api: service.name, scopes, owner, today, trusted }, seeder.predictions);
    }
    for (const { datasetId, subscriptionIds } of subscriptions) {
      await putSubscriptions(scopes, owner, datasetId, subscriptionIds);
    }
  }
}
