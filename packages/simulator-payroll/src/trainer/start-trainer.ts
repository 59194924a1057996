import type { Handler } from '@understudy/kernel';
import { startJob } from '@understudy/simulator-analysis';
import type { operations } from '../generated/types.js';
import { trainingJobKind } from './training-job.js';

/** Starts a training (payroll.trainer.body); what depends on stored data is reported by the job. */
export const startTrainer: Handler<operations['startTrainer']> = async ({ headers, body }, context) => {
  const { webhook } = body;
  return startJob(context, headers.tenantId, trainingJobKind, {
    label: 'Training',
    // One that occurs twice is taken once (analysis.gap.duplicate-dataset).
    datasetIds: [...new Set(body.datasetIds)],
    ...(webhook === undefined ? {} : { webhook }),
  });
};
