import type {
  DeletionResult,
  DeletionWork,
  PackedDataset,
  StoredDataset,
  UploadResult,
  UploadWork,
} from '@understudy/simulator-analysis';
import { deleteRecords, mergeUpload, packDataset, unpackDataset } from '@understudy/simulator-analysis/compute';
import { payrollService } from '../payroll-service.js';
import { uploadValidators } from '../upload-validators.js';

const { shape } = payrollService;

/** Merges an upload into what is stored. */
export function mergePayslips(work: UploadWork<PackedDataset>): UploadResult<PackedDataset> {
  const existing = work.existing.map(unpackDataset);
  const { stored, ...result } = mergeUpload({ ...work, existing }, shape, uploadValidators());
  return { ...result, stored: stored.map((dataset) => packDataset(dataset, shape)) };
}

/** Takes the payslips of a span of dates out of a dataset. */
export function deletePayslips({
  dataset,
  ...work
}: DeletionWork<PackedDataset>): DeletionResult<PackedDataset | StoredDataset> {
  if (dataset === undefined) return deleteRecords(work, shape);
  const { remaining, ...result } = deleteRecords({ ...work, dataset: unpackDataset(dataset) }, shape);
  if (remaining === undefined) return result;
  return { ...result, remaining: remaining.records.length === 0 ? remaining : packDataset(remaining, shape) };
}
