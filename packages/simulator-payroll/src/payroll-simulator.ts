import { defineAnalysisApi, getResultPage } from '@understudy/simulator-analysis';
import { collections, type DatasetResult } from './entities.js';
import { uploadFeedback } from './feedback/upload-feedback.js';
import type { operations } from './generated/types.js';
import { payrollService } from './payroll-service.js';
import { createPrediction, predictionJob, predictRealTime } from './predictions/create-prediction.js';
import { startTrainer, trainingJob } from './trainer/start-trainer.js';
import { resultView } from './views/result-view.js';

/** The payroll API. */
export const payrollSimulator = defineAnalysisApi<operations>({
  service: payrollService,
  prediction: predictionJob,
  jobs: [trainingJob],
  operations: (shared) => ({
    ...shared,
    startTrainer,
    createPrediction,
    async getPredictionResults(input, context) {
      const found = await getResultPage<DatasetResult>(input, context, { results: collections.results });
      if ('refused' in found) return found;
      const { items, ...page } = found;
      return { status: 200, body: { ...page, datasetResults: items } };
    },
    predictRealTime,
    uploadFeedback,
  }),
  views: [resultView],
  // It loads the engine, which an empty sandbox does not need.
  seedOfDay: async (data, seeding) => (await import('./seed/seed-payroll.js')).seedPayroll(data, seeding),
});
