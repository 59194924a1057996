import type { Handler } from '@understudy/kernel';
import { findModel, malformedBody, preparedOnce } from '@understudy/simulator-analysis';
import type { DatasetResult } from '../entities.js';
import type { operations } from '../generated/types.js';
import { nameFindings } from './name-findings.js';
import { requestedDatasets } from './requested-datasets.js';

const preparedModel = preparedOnce(async () => (await import('@understudy/engine-anomaly')).preparePayroll);

/**
 * Predicts payslips without a job and stores nothing (payroll.realtime.body). The dataset must be trained
 * (payroll.prediction.needs-upload-and-training).
 */
export const predictRealTime: Handler<operations['predictRealTime']> = async ({ body }, context) => {
  const requested = requestedDatasets(body.datasets, '/body/datasets');
  if ('fault' in requested) return malformedBody(requested.fault);
  const { predictPayroll } = await import('@understudy/engine-anomaly');
  const datasetResults: DatasetResult[] = [];
  for (const { id, payslips } of requested.datasets) {
    const stored = await findModel(context, id);
    if ('refused' in stored) return stored;
    const predicted = predictPayroll(await preparedModel(stored), payslips);
    datasetResults.push(nameFindings(id, predicted, () => context.ids.next('prediction')));
  }
  return { status: 200, body: { datasetResults } };
};
