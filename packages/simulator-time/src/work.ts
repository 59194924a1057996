/** What the jobs of the time registration API compute in worker threads; one function per job kind, named like it. */
import type { DescriptionsResult, PredictionWork, UploadedBody } from '@understudy/simulator-analysis';
import { keepDescriptions } from '@understudy/simulator-analysis/compute';
import { type PredictionOutput, predictDatasets } from './predictions/predict-datasets.js';
import { timeContract } from './time-contract.js';
import { timeService } from './time-service.js';
import { trainDatasets } from './trainer/train-datasets.js';
import { descriptionValidators } from './upload-validators.js';
import { deleteRegistrations, mergeRegistrations } from './uploads/keep-registrations.js';

export function descriptions(work: UploadedBody): DescriptionsResult {
  return keepDescriptions(work, timeService.shape, descriptionValidators());
}

export function prediction(work: PredictionWork): PredictionOutput {
  return predictDatasets(work, timeContract.validator('TimeCreatePredictionRequest'));
}

export { deleteRegistrations as deletion, mergeRegistrations as upload, trainDatasets as training };
