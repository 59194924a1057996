import type { Handler } from '@understudy/kernel';
import { startJob, uniqueItems } from '@understudy/simulator-analysis';
import { refuseFuture } from '../current-date.js';
import type { operations } from '../generated/types.js';
import { type TrainingJobInput, trainingJobKind } from './training-job.js';

/** Starts a training (inventory.trainer.body); what depends on stored data is reported by the job. */
export const startTrainer: Handler<operations['startTrainer']> = async ({ headers, body }, context) => {
  const { parametersArray, freezeDate, webhook } = body;
  const refusal = refuseFuture(freezeDate, '/body/freezeDate', context);
  if (refusal !== undefined) return refusal;
  const parameters = uniqueItems(parametersArray, '/body/parametersArray');
  if ('refused' in parameters) return parameters;
  const input: TrainingJobInput = {
    label: 'Training',
    datasetIds: parameters.map(({ datasetId }) => datasetId),
    parameters,
    ...(freezeDate === undefined ? {} : { freezeDate }),
    ...(webhook === undefined ? {} : { webhook }),
  };
  return startJob(context, headers.tenantId, trainingJobKind, input);
};
