import type { SeedingOfDay } from '@understudy/kernel';
import {
  once,
  type PackedDataset,
  putPrediction,
  putSubscriptions,
  readAnalysisSeed,
  type SeededPrediction,
  type SeedReader,
  type StoredDataset,
  seededModel,
  shiftDates,
  succeeded,
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
  const reader: SeedReader<object> = {
    validators: uploadValidators,
    predicts: true,
    readTraining: (value) =>
      typeof value === 'object' && value !== null && Object.keys(value).length === 0
        ? { training: value }
        : { fault: 'an empty object, which has every dataset trained' },
  };
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
      const { jobId, datasetId } = prediction;
      const dataset = await scope.collection(collections.datasets).get(datasetId);
      const model = await scope.collection(collections.models).get(datasetId);
      const made = once(() => predicted(prediction, dataset, model?.model));
      // As with models: what a seed that ships comes to is computed when it is first read.
      const outcomes = trusted && model !== undefined ? [succeeded(datasetId)] : made().datasets;
      await putPrediction(scopes, timeService.name, prediction, { owner, kind: predictionJobKind, outcomes, today });
      const results = Object.freeze({
        get items() {
          return made().results;
        },
        get bytes() {
          return made().bytes;
        },
      });
      const asked = Object.freeze({
        get datasets() {
          return made().predicted;
        },
      });
      await scope.collection(collections.results).put(jobId, trusted ? results : { ...results });
      await scope.collection(collections.predicted).put(jobId, trusted ? asked : { ...asked });
    }
    for (const { datasetId, subscriptionIds } of subscriptions) {
      await putSubscriptions(scopes, owner, datasetId, subscriptionIds);
    }
  }
}

/** What the job of a prediction would have come to; the registrations are those of the dataset, and were checked with it. */
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
