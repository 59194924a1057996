import { defineAnalysisApi } from '@understudy/simulator-analysis';
import type { operations } from './generated/types.js';
import {
  createPrediction,
  getPredictionResults,
  predictionJob,
  predictRealTime,
} from './predictions/create-prediction.js';
import { resultView } from './result-view.js';
import { resultEntryBytesSetting, weekdayFieldSetting } from './settings.js';
import { timeService } from './time-service.js';
import { startTrainer, trainingJob } from './trainer/start-trainer.js';
import { uploadFeedback } from './upload-feedback.js';

const own = { startTrainer, createPrediction, getPredictionResults, predictRealTime, uploadFeedback };

export const timeSimulator = defineAnalysisApi<operations>({
  service: timeService,
  prediction: predictionJob,
  jobs: [trainingJob],
  operations: (shared) => ({ ...shared, ...own }),
  settings: [weekdayFieldSetting, resultEntryBytesSetting],
  views: [resultView],
  // It loads the engine, which an empty sandbox does not need.
  seedOfDay: async (data, seeding) => (await import('./seed/seed-time.js')).seedTime(data, seeding),
});
