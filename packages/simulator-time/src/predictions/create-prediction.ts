import type { Handler } from '@understudy/kernel';
import { malformedBody, startJob, uniqueItems } from '@understudy/simulator-analysis';
import type { operations } from '../generated/types.js';
import { beyondGuideline } from '../policies.js';
import { type PredictionJobInput, predictionJobKind } from './prediction-job.js';
import { repeatedIds } from './repeated-ids.js';

/** Starts a prediction (time.prediction.body); what depends on stored data is reported by the job. */
export const createPrediction: Handler<operations['createPrediction']> = async ({ headers, body }, context) => {
  const fault = repeatedIds(body.parameters, '/body/parameters');
  if (fault !== undefined) return malformedBody(fault);
  const parameters = uniqueItems(body.parameters, '/body/parameters');
  if ('refused' in parameters) return parameters;
  const { webhook } = body;
  const records = parameters.reduce((total, { registrations }) => total + registrations.length, 0);
  context.note(beyondGuideline('prediction', records));
  const input: PredictionJobInput = {
    label: 'Prediction',
    datasetIds: parameters.map(({ datasetId }) => datasetId),
    text: JSON.stringify({ parameters }),
    records,
    ...(webhook === undefined || webhook === null ? {} : { webhook }),
  };
  return startJob(context, headers.tenantId, predictionJobKind, input);
};
