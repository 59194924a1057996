import type { Handler } from '@understudy/kernel';
import { malformedBody, startJob, type UploadJobInput } from '@understudy/simulator-analysis';
import type { operations } from '../generated/types.js';
import { predictionJobKind } from './prediction-job.js';
import { requestedDatasets } from './requested-datasets.js';

/** Starts a prediction (payroll.prediction.body); what depends on stored data is reported by the job. */
export const createPrediction: Handler<operations['createPrediction']> = async ({ headers, body }, context) => {
  const requested = requestedDatasets(body.datasets, '/body/datasets');
  if ('fault' in requested) return malformedBody(requested.fault);
  const { datasets } = requested;
  const { userInitiated, webhook } = body;
  const input: UploadJobInput = {
    label: 'Prediction',
    datasetIds: datasets.map(({ id }) => id),
    text: JSON.stringify({ datasets, userInitiated }),
    ...(webhook === undefined || webhook === null ? {} : { webhook }),
  };
  return startJob(context, headers.tenantId, predictionJobKind, input);
};
