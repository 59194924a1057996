import type { Handlers } from '@understudy/kernel';
import {
  createPresignedUrl,
  deleteDatasetData,
  getDatasetSummary,
  getJobStatus,
  getSubscriptions,
  listDatasets,
  unsubscribeDatasets,
  uploadData,
} from '@understudy/simulator-analysis';
import { dataJobs } from './data-jobs.js';
import { uploadFeedback } from './feedback/upload-feedback.js';
import type { operations as Operations } from './generated/types.js';
import { payrollService } from './payroll-service.js';
import { createPrediction } from './predictions/create-prediction.js';
import { getPredictionResults } from './predictions/get-prediction-results.js';
import { predictRealTime } from './predictions/predict-real-time.js';
import { predictionJobKind } from './predictions/prediction-job.js';
import { startTrainer } from './trainer/start-trainer.js';

/** What an upload of each type starts. */
const uploadJobs = { raw_data: dataJobs.upload, prediction: predictionJobKind, descriptions: dataJobs.descriptions };

/** Every operation of the payroll API. */
export const operations: Handlers<Operations> = {
  getPresignedUrl: (input, context) => createPresignedUrl(payrollService, input, context),
  uploadData: (input, context) => uploadData(payrollService, uploadJobs, input, context),
  // The message of a dataset is plain text, unlike inventory's (payroll.status.dataset-entry).
  getJobStatus: (input, context) => getJobStatus(input, context, ({ message }) => message),
  startTrainer,
  createPrediction,
  getPredictionResults,
  predictRealTime,
  listDatasets: (input, context) => listDatasets(payrollService, input, context),
  getDatasetSummary: ({ path }, context) => getDatasetSummary(payrollService, path.datasetId, context),
  deleteDatasetData: (input, context) => deleteDatasetData(dataJobs.deletion, input, context),
  uploadFeedback,
  getSubscriptions,
  unsubscribeDatasets,
  // Needs neither token nor tenant (payroll.gap.health-path).
  checkHealth: async () => ({ status: 200, body: { message: 'OK' } }),
};
