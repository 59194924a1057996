import type { Handler } from '@understudy/kernel';
import { startJob, uniqueItems } from '@understudy/simulator-analysis';
import { collections } from '../entities.js';
import type { operations } from '../generated/types.js';
import { type TrainingJobInput, trainingJobKind } from './training-job.js';

/** Starts a training (time.trainer.body); what depends on stored data is reported by the job. */
export const startTrainer: Handler<operations['startTrainer']> = async ({ headers, body }, context) => {
  const parameters = uniqueItems(body.parameters, '/body/parameters');
  if ('refused' in parameters) return parameters;
  const { webhook } = body;
  const datasets = context.scope.collection(collections.datasets);
  const known = await Promise.all(parameters.map(({ datasetId }) => datasets.get(datasetId)));
  const input: TrainingJobInput = {
    label: 'Training',
    datasetIds: parameters.map(({ datasetId }) => datasetId),
    parameters,
    employees: known.reduce((total, dataset) => total + (dataset?.employees ?? 0), 0),
    ...(webhook === undefined ? {} : { webhook }),
  };
  return startJob(context, headers.tenantId, trainingJobKind, input);
};
