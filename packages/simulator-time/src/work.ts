/**
 * The computations of the time registration API's jobs in worker threads. One function per job kind, with the same
 * name.
 */
import type { DescriptionsResult, PredictionWork, UploadedBody } from '@understudy/simulator-analysis';
import { createUploadValidators, storeDescriptions } from '@understudy/simulator-analysis/compute';
import { type PredictionOutput, predictDatasets } from './predictions/predict-datasets.js';
import { deleteRegistrations, mergeRegistrations } from './store-registrations.js';
import { timeContract, timeService } from './time-service.js';
import { trainDatasets } from './trainer/train-datasets.js';

export function descriptions(work: UploadedBody): DescriptionsResult {
  return storeDescriptions(work, timeService.shape, createUploadValidators(timeContract, 'TimeDatasetDescription'));
}

export function prediction(work: PredictionWork): PredictionOutput {
  return predictDatasets(work, timeContract.validator('TimeCreatePredictionRequest'));
}

export { deleteRegistrations as deletion, mergeRegistrations as upload, trainDatasets as training };
