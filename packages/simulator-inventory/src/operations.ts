import type { Handlers } from '@understudy/kernel';
import {
  createPresignedUrl,
  type DatasetOutcome,
  deleteDatasetData,
  getDatasetSummary,
  getJobStatus,
  getSubscriptions,
  listDatasets,
  storeFeedback,
  unsubscribeDatasets,
  uploadData,
} from '@understudy/simulator-analysis';
import { getInventoryClassificationResults } from './classification/get-inventory-classification-results.js';
import { startInventoryClassification } from './classification/start-inventory-classification.js';
import { dataJobs } from './data-jobs.js';
import type { operations as Operations } from './generated/types.js';
import { inventoryService } from './inventory-service.js';
import { createPrediction } from './predictions/create-prediction.js';
import { getPredictionResults } from './predictions/get-prediction-results.js';
import { predictRealTime } from './predictions/predict-real-time.js';
import { predictionJobKind } from './predictions/prediction-job.js';
import { datasetMessageForm } from './settings.js';
import { startTrainer } from './trainer/start-trainer.js';

/** What an upload of each type starts. */
const uploadJobs = { raw_data: dataJobs.upload, prediction: predictionJobKind };

/** Every operation of the inventory API. */
export const operations: Handlers<Operations> = {
  getPresignedUrl: (input, context) => createPresignedUrl(inventoryService, input, context),
  uploadData: (input, context) => uploadData(inventoryService, uploadJobs, input, context),
  getJobStatus: (input, context) => {
    const asText = context.settings.of(datasetMessageForm) === 'string';
    return asText ? getJobStatus(input, context, messageText) : getJobStatus(input, context, messageObject);
  },
  startTrainer,
  createPrediction,
  getPredictionResults,
  predictRealTime,
  startInventoryClassification,
  getInventoryClassificationResults,
  listDatasets: (input, context) => listDatasets(inventoryService, input, context),
  getDatasetSummary: ({ path }, context) => getDatasetSummary(inventoryService, path.datasetId, context),
  deleteDatasetData: (input, context) => deleteDatasetData(dataJobs.deletion, input, context),
  uploadFeedback: ({ headers, body }, context) =>
    storeFeedback(predictionJobKind, headers.tenantId, body.datasets, context),
  getSubscriptions,
  unsubscribeDatasets,
  checkHealth: async () => ({ status: 200, body: { message: 'OK' } }),
};

/** The documented form (inventory.status.dataset-entry). */
function messageObject({ code, message }: DatasetOutcome) {
  return { code, message };
}

/** The form of the setting `datasetMessageForm: string` (inventory.gap.status-message-form). */
function messageText({ message }: DatasetOutcome) {
  return message;
}
