import type {
  DeletionResult,
  DeletionWork,
  DescriptionsResult,
  PackedDataset,
  PredictionWork,
  StoredDataset,
  UploadedBody,
  UploadResult,
  UploadWork,
} from '@understudy/simulator-analysis';
import {
  createUploadValidators,
  deleteRecords,
  mergeUpload,
  packDataset,
  storeDescriptions,
  unpackDataset,
} from '@understudy/simulator-analysis/compute';
import { payrollContract, payrollService } from './payroll-service.js';
import { createPayslipValidators } from './payslip-validators.js';
import { type PredictionOutput, predictDatasets } from './predictions/predict-datasets.js';
import { trainDatasets } from './train-datasets.js';

const { shape } = payrollService;

export function upload(work: UploadWork<PackedDataset>): UploadResult<PackedDataset> {
  const existing = work.existing.map(unpackDataset);
  const { stored, ...result } = mergeUpload({ ...work, existing }, shape, createPayslipValidators());
  return { ...result, stored: stored.map((dataset) => packDataset(dataset, shape)) };
}

export function deletion({
  dataset,
  ...work
}: DeletionWork<PackedDataset>): DeletionResult<PackedDataset | StoredDataset> {
  if (dataset === undefined) return deleteRecords(work, shape);
  const { remaining, ...result } = deleteRecords({ ...work, dataset: unpackDataset(dataset) }, shape);
  if (remaining === undefined) return result;
  return { ...result, remaining: remaining.records.length === 0 ? remaining : packDataset(remaining, shape) };
}

export function descriptions(work: UploadedBody): DescriptionsResult {
  return storeDescriptions(
    work,
    payrollService.shape,
    createUploadValidators(payrollContract, 'PayrollDatasetDescription'),
  );
}

export function prediction(work: PredictionWork): PredictionOutput {
  return predictDatasets(work, payrollContract.validator('PayrollCreatePredictionRequest'));
}

export { trainDatasets as training };
