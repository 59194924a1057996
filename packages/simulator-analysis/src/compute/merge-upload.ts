import type { DatasetRecord, StoredDataset } from '../entities.js';
import { findRepeatedId } from '../find-repeated-id.js';
import type { AnalysisWorkResult } from '../jobs/analysis-job.js';
import type { DatasetShape } from '../service.js';
import { checkUpload, type UploadedBody, type UploadValidators, type ValueValidator } from './check-upload.js';
import { summarizeFindings } from './summarize-findings.js';

/** Input for the work of an upload. `Dataset`: the stored form of a dataset. */
export interface UploadWork<Dataset = StoredDataset> extends UploadedBody {
  readonly existing: readonly Dataset[];
}

export interface UploadResult<Dataset = StoredDataset> extends AnalysisWorkResult {
  readonly stored: readonly Dataset[];
}

/**
 * Validates an upload dataset by dataset and merges the valid ones (analysis.gap.validation-rules). New records are
 * added, and a record with a stored id replaces it (analysis.gap.reupload-merge). The job decides whether to store the
 * valid datasets of an invalid upload (analysis.gap.partial-invalid). Unchanged records stay the same objects.
 */
export function mergeUpload(work: UploadWork, shape: DatasetShape, validators: UploadValidators): UploadResult {
  const { fault, outcomes, items } = checkUpload(work, shape, validators, (item) =>
    faultOf(item, shape, validators.dataset),
  );
  const existing = new Map(work.existing.map((dataset) => [dataset.datasetId, dataset]));
  const stored = [...items].map(([datasetId, item]) => merged(datasetId, item, shape, existing.get(datasetId)));
  return { ...(fault === undefined ? {} : { fault }), datasets: outcomes, stored };
}

function faultOf(item: unknown, shape: DatasetShape, validate: ValueValidator): string | undefined {
  const findings = validate(item);
  if (findings.length > 0) return summarizeFindings(findings);
  return findRepeatedId(recordsOf(item, shape), shape.recordIdKey, `/${shape.recordsKey}`);
}

function merged(
  datasetId: string,
  item: unknown,
  shape: DatasetShape,
  existing: StoredDataset | undefined,
): StoredDataset {
  const byId = new Map<string, DatasetRecord>();
  for (const record of [...(existing?.records ?? []), ...recordsOf(item, shape)]) {
    byId.set(String(record[shape.recordIdKey]), record);
  }
  const customerId: unknown = Object(item).customerId ?? existing?.customerId;
  const records = [...byId].sort(([leftId, left], [rightId, right]) => {
    const order = compare(String(left[shape.dateKey]), String(right[shape.dateKey]));
    return order === 0 ? compare(leftId, rightId) : order;
  });
  return {
    datasetId,
    ...(typeof customerId === 'string' ? { customerId } : {}),
    records: records.map(([, record]) => record),
  };
}

function recordsOf(item: unknown, { recordsKey }: DatasetShape): DatasetRecord[] {
  return Object(item)[recordsKey];
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
