import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '@understudy/contract';
import type { DatasetRecord, StoredDataset } from '../entities.js';
import type { AnalysisWorkResult } from '../jobs/analysis-job.js';
import { type DatasetOutcome, failed, succeeded } from '../jobs/job-outcome.js';
import type { DatasetShape } from '../service.js';

/** What the work of an upload is given. */
export interface UploadWork {
  /** The decoded body, or why there is none. */
  readonly body?: unknown;
  readonly fault?: string;
  readonly existing: readonly StoredDataset[];
}

export interface UploadResult extends AnalysisWorkResult {
  readonly stored: readonly StoredDataset[];
}

type Validate = (value: unknown) => Finding[];

/**
 * Validates an upload dataset by dataset and merges the valid ones: new records are added, a record with a stored id
 * replaces it (analysis.gap.reupload-merge); an invalid dataset leaves what is stored unchanged
 * (analysis.gap.partial-invalid, analysis.gap.validation-rules).
 */
export function mergeUpload(
  work: UploadWork,
  shape: DatasetShape,
  validators: { dataset: Validate; webhook: Validate },
): UploadResult {
  const root = rootFault(work, validators.webhook);
  if (root !== undefined) return { fault: root, datasets: [], stored: [] };
  const outcomes = new Map<string, DatasetOutcome>();
  const stored = new Map<string, StoredDataset>();
  const firstOf = new Map<string, unknown>();
  const existing = new Map(work.existing.map((dataset) => [dataset.datasetId, dataset]));
  for (const [index, item] of datasetsOf(work.body).entries()) {
    const datasetId = idOf(item, shape, index);
    if (firstOf.has(datasetId)) {
      // Equal items are taken as one (analysis.gap.duplicate-dataset).
      if (isDeepStrictEqual(firstOf.get(datasetId), item)) continue;
      const message = 'It occurs more than once in the upload with different content; send one item per dataset';
      outcomes.set(datasetId, failed(datasetId, 'INVALID_DATA', message));
      stored.delete(datasetId);
      continue;
    }
    firstOf.set(datasetId, item);
    const fault = faultOf(item, shape, validators.dataset);
    if (fault !== undefined) outcomes.set(datasetId, failed(datasetId, 'INVALID_DATA', fault));
    else {
      outcomes.set(datasetId, succeeded(datasetId));
      stored.set(datasetId, merged(datasetId, item, shape, existing.get(datasetId)));
    }
  }
  return { datasets: [...outcomes.values()], stored: [...stored.values()] };
}

function rootFault({ body, fault }: UploadWork, validateWebhook: Validate): string | undefined {
  if (fault !== undefined) return fault;
  const { datasets, webhook } = Object(body);
  if (!Array.isArray(datasets) || datasets.length === 0) return 'datasets must be a non-empty array';
  if (webhook === undefined || webhook === null) return undefined;
  const [finding] = validateWebhook(webhook);
  return finding === undefined ? undefined : `webhook is invalid: ${finding.message}`;
}

function datasetsOf(body: unknown): unknown[] {
  return Object(body).datasets;
}

function idOf(item: unknown, { idKey }: DatasetShape, index: number): string {
  const id: unknown = Object(item)[idKey];
  return typeof id === 'string' && id !== '' ? id : `datasets/${index}`;
}

/** The first few faults of a dataset, each naming its place. */
function faultOf(item: unknown, shape: DatasetShape, validate: Validate): string | undefined {
  const findings = validate(item);
  if (findings.length > 0) {
    const shown = findings.slice(0, 3).map(({ message }) => message);
    return findings.length > 3 ? `${shown.join('; ')}; and ${findings.length - 3} more` : shown.join('; ');
  }
  const seen = new Set<unknown>();
  for (const [index, record] of recordsOf(item, shape).entries()) {
    const id = record[shape.recordIdKey];
    if (seen.has(id))
      return `/${shape.recordsKey}/${index}/${shape.recordIdKey} "${id}" occurs more than once in the dataset`;
    seen.add(id);
  }
  return undefined;
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
