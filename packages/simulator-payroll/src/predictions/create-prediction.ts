import { omitUndefined } from '@understudy/contract';
import type { OperationHandler } from '@understudy/kernel';
import {
  createMalformedBodyError,
  createModelPreparer,
  createPredictionJobKind,
  findModel,
  startJob,
  type UploadJobInput,
} from '@understudy/simulator-analysis';
import { type DatasetResult, payrollCollections } from '../entities.js';
import type { operations } from '../generated/types.js';
import { payrollService } from '../payroll-service.js';
import { nameFindings } from './name-findings.js';
import type { PredictionOutput } from './predict-datasets.js';
import { selectRequestedDatasets } from './requested-datasets.js';

/** The job that computes and stores anomaly scores. */
export const predictionJob = createPredictionJobKind<PredictionOutput>(payrollService, async (id, output, scope) => {
  const { results, userInitiated } = output;
  await scope.collection(payrollCollections.results).put(id, { items: results, userInitiated });
});

/** Starts a prediction (payroll.prediction.body). The job reports errors that depend on stored data. */
export const createPrediction: OperationHandler<operations['createPrediction']> = async (
  { headers, body },
  context,
) => {
  const requested = selectRequestedDatasets(body.datasets, '/body/datasets');
  if ('fault' in requested) return createMalformedBodyError(requested.fault);
  const { datasets } = requested;
  const { userInitiated, webhook } = body;
  const input: UploadJobInput = omitUndefined({
    label: 'Prediction',
    datasetIds: datasets.map(({ id }) => id),
    text: JSON.stringify({ datasets, userInitiated }),
    webhook: webhook ?? undefined,
  });
  return startJob(context, headers.tenantId, predictionJob, input);
};

const preparedModel = createModelPreparer(async () => (await import('@understudy/engine-anomaly')).preparePayroll);

/** Predicts without a job (payroll.realtime.body, payroll.prediction.needs-upload-and-training). */
export const predictRealTime: OperationHandler<operations['predictRealTime']> = async ({ body }, context) => {
  const requested = selectRequestedDatasets(body.datasets, '/body/datasets');
  if ('fault' in requested) return createMalformedBodyError(requested.fault);
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
