import type { Handler } from '@understudy/kernel';
import { datasetNotFound, datasetNotTrained, malformedBody } from '@understudy/simulator-analysis';
import { collections, type DatasetResult } from '../entities.js';
import type { operations } from '../generated/types.js';
import { nameFindings } from './name-findings.js';
import { preparedModel } from './prepared-model.js';
import { requestedDatasets } from './requested-datasets.js';

/**
 * Predicts payslips at once: no job, nothing stored (payroll.realtime.body). The dataset must be trained
 * (payroll.prediction.needs-upload-and-training, analysis.gap.untrained).
 */
export const predictRealTime: Handler<operations['predictRealTime']> = async ({ body }, context) => {
  const requested = requestedDatasets(body.datasets, '/body/datasets');
  if ('fault' in requested) return malformedBody(requested.fault);
  const datasets = context.scope.collection(collections.datasets);
  const models = context.scope.collection(collections.models);
  const { predictPayroll } = await import('@understudy/engine-anomaly');
  const datasetResults: DatasetResult[] = [];
  for (const { id, payslips } of requested.datasets) {
    if ((await datasets.get(id)) === undefined) return datasetNotFound(id);
    const stored = await models.get(id);
    if (stored === undefined) return datasetNotTrained(id);
    const predicted = predictPayroll(await preparedModel(stored), payslips);
    datasetResults.push(nameFindings(id, predicted, () => context.ids.next('prediction')));
  }
  return { status: 200, body: { datasetResults } };
};
