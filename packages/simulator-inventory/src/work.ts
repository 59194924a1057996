/** The computations of the inventory API's jobs in worker threads. One function per job kind, with the same name. */
import type { DeletionResult, DeletionWork, UploadResult, UploadWork } from '@understudy/simulator-analysis';
import { createUploadValidators, deleteRecords, mergeUpload } from '@understudy/simulator-analysis/compute';
import { classifyDatasets } from './classification/classify-datasets.js';
import { inventoryContract, inventoryService } from './inventory-service.js';
import { type PredictionOutput, type PredictionWork, predictDatasets } from './predictions/predict-datasets.js';
import { trainDatasets } from './trainer/train-datasets.js';

const { shape } = inventoryService;

export function upload(work: UploadWork): UploadResult {
  return mergeUpload(work, shape, createUploadValidators(inventoryContract, 'InventoryDataset'));
}

export function deletion(work: DeletionWork): DeletionResult {
  return deleteRecords(work, shape);
}

export function prediction(work: PredictionWork): PredictionOutput {
  return predictDatasets(work, inventoryContract.validator('InventoryCreatePredictionRequest'));
}

export { classifyDatasets as classification, trainDatasets as training };
