import type { Handler } from '@understudy/kernel';
import { startJob, uniqueItems } from '@understudy/simulator-analysis';
import { refuseFuture } from '../current-date.js';
import type { operations } from '../generated/types.js';
import { type PredictionJobInput, predictionJobKind } from './prediction-job.js';

/** Starts a prediction (inventory.prediction.body); what depends on stored data is reported by the job. */
export const createPrediction: Handler<operations['createPrediction']> = async ({ headers, body }, context) => {
  const refusal = refuseFuture(body.freezeDate, '/body/freezeDate', context);
  if (refusal !== undefined) return refusal;
  const parameters = uniqueItems(body.parametersArray, '/body/parametersArray');
  if ('refused' in parameters) return parameters;
  const { webhook } = body;
  const input: PredictionJobInput = {
    label: 'Prediction',
    datasetIds: parameters.map(({ datasetId }) => datasetId),
    body: { ...body, parametersArray: parameters },
    ...(webhook === undefined || webhook === null ? {} : { webhook }),
  };
  return startJob(context, headers.tenantId, predictionJobKind, input);
};
