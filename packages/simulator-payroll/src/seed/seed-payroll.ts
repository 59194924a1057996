import type { SeedingOfDay } from '@understudy/kernel';
import {
  type PackedDataset,
  packDataset,
  putSubscriptions,
  readAnalysisSeed,
  readTrainingOfAll,
  type SeededPrediction,
  type SeedReader,
  type StoredDataset,
  seededModel,
  seedPrediction,
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
  const reader: SeedReader<object> = { validators: uploadValidators, predicts: true, readTraining: readTrainingOfAll };
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
      const { jobId } = prediction;
      const seeding = { api: payrollService.name, kind: predictionJobKind, scopes, owner, today, trusted };
      await seedPrediction(prediction, seeding, {
        predict: (dataset, model) => predicted(prediction, dataset, model),
        async keep(made, settled) {
          const results = {
            get items() {
              return made().results;
            },
            userInitiated: true,
          };
          await scope.collection(collections.results).put(jobId, settled(results));
        },
      });
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
