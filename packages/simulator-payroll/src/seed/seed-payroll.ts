import type { SeedingOfDay } from '@understudy/kernel';
import {
  once,
  type PackedDataset,
  packDataset,
  putPrediction,
  putSubscriptions,
  readAnalysisSeed,
  type SeededPrediction,
  type SeedReader,
  type StoredDataset,
  seededModel,
  succeeded,
} from '@understudy/simulator-analysis';
import { collections } from '../entities.js';
import { payrollService } from '../payroll-service.js';
import { predictDatasets } from '../predictions/predict-datasets.js';
import { predictionJobKind } from '../predictions/prediction-job.js';
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
    predicts: true,
    readTraining: (value) =>
      typeof value === 'object' && value !== null && Object.keys(value).length === 0
        ? { training: value }
        : { fault: 'an empty object, which has every dataset trained' },
  };
  const { clientId, tenants, shiftTo } = readAnalysisSeed(payrollService, reader, data, trusted);
  const all = tenants.flatMap(({ datasets }) => datasets);
  const shift = shiftTo === 'yesterday' ? shiftMonths(all, today) : (dataset: StoredDataset) => dataset;
  for (const { tenantId, datasets, training, subscriptions, predictions } of tenants) {
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
    for (const prediction of predictions) {
      const { jobId, datasetId } = prediction;
      const dataset = await scope.collection(collections.datasets).get(datasetId);
      const model = await scope.collection(collections.models).get(datasetId);
      const made = once(() => predicted(prediction, dataset, model?.model));
      // As with models: what a seed that ships comes to is computed when it is first read.
      const outcomes = trusted && model !== undefined ? [succeeded(datasetId)] : made().datasets;
      await putPrediction(scopes, payrollService.name, prediction, { owner, kind: predictionJobKind, outcomes, today });
      const results = Object.freeze({
        get items() {
          return made().results;
        },
        userInitiated: true,
      });
      await scope.collection(collections.results).put(jobId, trusted ? results : { ...results });
    }
    for (const { datasetId, subscriptionIds } of subscriptions) {
      await putSubscriptions(scopes, owner, datasetId, subscriptionIds);
    }
  }
}

/** What the job of a prediction would have come to; the payslips are those of the dataset, and were checked with it. */
function predicted({ jobId, datasetId, latest }: SeededPrediction, dataset?: PackedDataset, model?: string) {
  const payslips: readonly unknown[] = dataset === undefined ? [] : JSON.parse(dataset.text);
  return predictDatasets(
    {
      text: JSON.stringify({ datasets: [{ id: datasetId, payslips: payslips.slice(-latest) }], userInitiated: true }),
      known: [{ datasetId, exists: dataset !== undefined, model }],
      name: `${jobId}/1`,
    },
    () => [],
  );
}
