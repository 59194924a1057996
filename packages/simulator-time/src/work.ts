/** What the jobs of the time registration API compute in worker threads; one function per job kind, named like it. */
import type { DescriptionsResult, PredictionWork, UploadedBody } from '@understudy/simulator-analysis';
import { keepDescriptions, uploadValidators } from '@understudy/simulator-analysis/compute';
import { type PredictionOutput, predictDatasets } from './predictions/predict-datasets.js';
import { timeContract, timeService } from './time-service.js';
import { trainDatasets } from './trainer/train-datasets.js';
import { deleteRegistrations, mergeRegistrations } from './uploads/keep-registrations.js';

export function descriptions(work: UploadedBody): DescriptionsResult {
  return keepDescriptions(work, timeService.shape, uploadValidators(timeContract, 'TimeDatasetDescription'));
}

export function prediction(work: PredictionWork): PredictionOutput {
  return predictDatasets(work, timeContract.validator('TimeCreatePredictionRequest'));
}

export { deleteRegistrations as deletion, mergeRegistrations as upload, trainDatasets as training };
