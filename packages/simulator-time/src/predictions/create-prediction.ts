import { compact } from '@understudy/contract';
import type { Handler } from '@understudy/kernel';
import {
  malformedBody,
  predictionJobKind,
  startJob,
  type UploadJobInput,
  uniqueItems,
} from '@understudy/simulator-analysis';
import { collections } from '../entities.js';
import type { operations } from '../generated/types.js';
import { beyondGuideline } from '../policies.js';
import { timeService } from '../time-service.js';
import type { PredictionOutput } from './predict-datasets.js';
import { repeatedIds } from './repeated-ids.js';

/** The job that computes and stores predictions (time.prediction.no-model-update). */
export const predictionJob = predictionJobKind<PredictionOutput>(timeService, async (id, output, scope) => {
  const { results, bytes, predicted } = output;
  await scope.collection(collections.results).put(id, { items: results, bytes });
  await scope.collection(collections.predicted).put(id, { datasets: predicted });
});

/** Starts a prediction (time.prediction.body). The job reports errors that depend on stored data. */
export const createPrediction: Handler<operations['createPrediction']> = async ({ headers, body }, context) => {
  const fault = repeatedIds(body.parameters, '/body/parameters');
  if (fault !== undefined) return malformedBody(fault);
  const parameters = uniqueItems(body.parameters, '/body/parameters');
  if ('refused' in parameters) return parameters;
  const { webhook } = body;
  const records = parameters.reduce((total, { registrations }) => total + registrations.length, 0);
  context.note(beyondGuideline('prediction', records));
  const input: UploadJobInput = compact({
    label: 'Prediction',
    datasetIds: parameters.map(({ datasetId }) => datasetId),
    text: JSON.stringify({ parameters }),
    records,
    webhook: webhook ?? undefined,
  });
  return startJob(context, headers.tenantId, predictionJob, input);
};
