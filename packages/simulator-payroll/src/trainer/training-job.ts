import { type AnalysisJob, type AnalysisJobInput, analysisJobKind } from '@understudy/simulator-analysis';
import { collections } from '../entities.js';
import { payrollService } from '../payroll-service.js';
import type { TrainingResult, TrainingWork } from './train-datasets.js';

const job: AnalysisJob<AnalysisJobInput, TrainingWork, TrainingResult> = {
  name: 'training',
  async load({ input }, scope) {
    const datasets = scope.collection(collections.datasets);
    return await Promise.all(
      input.datasetIds.map(async (datasetId) => ({ datasetId, dataset: await datasets.get(datasetId) })),
    );
  },
  async store(_job, { models }, scope) {
    const stored = scope.collection(collections.models);
    for (const { datasetId, model } of models) await stored.put(datasetId, model);
  },
};

/** The job that trains models from scratch. */
export const trainingJobKind = analysisJobKind(payrollService, job);
