import type { SeedingOfDay } from '@understudy/kernel';
import {
  type PackedDataset,
  putSubscriptions,
  readAnalysisSeed,
  readTrainingOfAll,
  type SeededPrediction,
  type SeedReader,
  type StoredDataset,
  seededModel,
  seedPrediction,
  shiftDates,
} from '@understudy/simulator-analysis';
import { collections } from '../entities.js';
import { predictDatasets } from '../predictions/predict-datasets.js';
import { predictionJobKind } from '../predictions/prediction-job.js';
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
  const reader: SeedReader<object> = { validators: uploadValidators, predicts: true, readTraining: readTrainingOfAll };
  const { clientId, tenants, shiftTo } = readAnalysisSeed(timeService, reader, data, trusted);
  const all = tenants.flatMap(({ datasets }) => datasets);
  const shift =
    shiftTo === 'yesterday' ? shiftDates(all, timeService.shape, today) : (dataset: StoredDataset) => dataset;
  for (const { tenantId, datasets, training, subscriptions, predictions } of tenants) {
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
    for (const prediction of predictions) {
      const { jobId } = prediction;
      const seeding = { api: timeService.name, kind: predictionJobKind, scopes, owner, today, trusted };
      await seedPrediction(prediction, seeding, {
        predict: (dataset, model) => predicted(prediction, dataset, model),
        async keep(made, settled) {
          const results = {
            get items() {
              return made().results;
            },
            get bytes() {
              return made().bytes;
            },
          };
          const asked = {
            get datasets() {
              return made().predicted;
            },
          };
          await scope.collection(collections.results).put(jobId, settled(results));
          await scope.collection(collections.predicted).put(jobId, settled(asked));
        },
      });
    }
    for (const { datasetId, subscriptionIds } of subscriptions) {
      await putSubscriptions(scopes, owner, datasetId, subscriptionIds);
    }
  }
}

/**
 * What the job of a prediction would have found; the registrations are those of the dataset, and were checked with it.
 */
function predicted({ jobId, datasetId, latest }: SeededPrediction, dataset?: PackedDataset, model?: string) {
  const registrations: readonly unknown[] = dataset === undefined ? [] : JSON.parse(dataset.text);
  return predictDatasets(
    {
      text: JSON.stringify({ parameters: [{ datasetId, registrations: registrations.slice(-latest) }] }),
      known: [{ datasetId, exists: dataset !== undefined, model }],
      name: `${jobId}/1`,
    },
    () => [],
  );
}
