import { compact } from '@understudy/contract';
import type { Handler } from '@understudy/kernel';
import { type AnalysisJobInput, analysisJobKind, startJob } from '@understudy/simulator-analysis';
import { collections } from '../entities.js';
import type { operations } from '../generated/types.js';
import { payrollService } from '../payroll-service.js';
import type { TrainingResult, TrainingWork } from './train-datasets.js';

/** The job that trains models from scratch. */
export const trainingJob = analysisJobKind<AnalysisJobInput, TrainingWork, TrainingResult>(payrollService, {
  name: 'training',
  async load({ input }, scope) {
    const datasets = scope.collection(collections.datasets);
    const load = async (datasetId: string) => ({ datasetId, dataset: await datasets.get(datasetId) });
    return await Promise.all(input.datasetIds.map(load));
  },
  async store(_job, { models }, scope) {
    const stored = scope.collection(collections.models);
    for (const { datasetId, model } of models) await stored.put(datasetId, model);
  },
});

/** Starts a training (payroll.trainer.body). The job reports errors that depend on stored data. */
export const startTrainer: Handler<operations['startTrainer']> = async ({ headers, body }, context) => {
  // A repeated dataset counts once (analysis.gap.duplicate-dataset).
  const datasetIds = [...new Set(body.datasetIds)];
  const input = compact({ label: 'Training', datasetIds, webhook: body.webhook });
  return startJob(context, headers.tenantId, trainingJob, input);
};
