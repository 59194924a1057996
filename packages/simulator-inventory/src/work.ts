/** What the jobs of the inventory API compute in worker threads; one function per job kind, named like it. */
import { loadGeneratedContract } from '@understudy/kernel';
import {
  type DeletionResult,
  type DeletionWork,
  deleteRecords,
  mergeUpload,
  type UploadResult,
  type UploadWork,
} from '@understudy/simulator-analysis';
import { classifyDatasets } from './classification/classify-datasets.js';
import { inventoryService } from './inventory-service.js';
import { type PredictionOutput, type PredictionWork, predictDatasets } from './predictions/predict-datasets.js';
import { trainDatasets } from './trainer/train-datasets.js';

const contract = loadGeneratedContract('inventory', import.meta.url, '../src/generated/contract.json');
const { shape } = inventoryService;

export function upload(work: UploadWork): UploadResult {
  const validators = { dataset: contract.validator('InventoryDataset'), webhook: contract.validator('Webhook') };
  return mergeUpload(work, shape, validators);
}

export function deletion(work: DeletionWork): DeletionResult {
  return deleteRecords(work, shape);
}

export function prediction(work: PredictionWork): PredictionOutput {
  return predictDatasets(work, contract.validator('InventoryCreatePredictionRequest'));
}

export { classifyDatasets as classification, trainDatasets as training };
