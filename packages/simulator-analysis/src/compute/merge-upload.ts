import { isObject } from '@understudy/contract';
import { findRepeatedId } from '../drop-duplicates.js';
import type { DatasetRecord, PackedDataset, StoredDataset, StoredDescription } from '../entities.js';
import type { components } from '../generated/types.js';
import type { AnalysisWorkResult } from '../jobs/analysis-job.js';
import { createSucceededOutcome, createUnknownDatasetOutcome } from '../jobs/job-outcome.js';
import type { DatasetShape } from '../service.js';
import {
  checkUpload,
  summarizeFindings,
  type UploadedBody,
  type UploadValidators,
  type ValueValidator,
} from './check-upload.js';

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

function merged(datasetId: string, item: unknown, shape: DatasetShape, existing: StoredDataset | undefined) {
  const byId = new Map<string, DatasetRecord>();
  for (const record of [...(existing?.records ?? []), ...recordsOf(item, shape)]) {
    byId.set(String(record[shape.recordIdKey]), record);
  }
  const customerId = (isObject(item) ? item.customerId : undefined) ?? existing?.customerId;
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
  // All items are validated before this.
  return isObject(item) ? (item[recordsKey] as DatasetRecord[]) : [];
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export interface DeletionWork<Dataset = StoredDataset> {
  readonly datasetId: string;
  readonly dataset?: Dataset;
  /** Calendar dates, inclusive. A missing date leaves that side of the range open. */
  readonly fromDate?: string;
  readonly toDate?: string;
}

export interface DeletionResult<Dataset = StoredDataset> extends AnalysisWorkResult {
  /** The dataset without the deleted records. Missing if the dataset did not exist. */
  readonly remaining?: Dataset;
}

/** Deletes the records between two dates from a dataset (analysis.delete.from-only, to-only, both, none). */
export function deleteRecords(
  { datasetId, dataset, fromDate = '', toDate = '9999-12-31' }: DeletionWork,
  { dateKey }: DatasetShape,
): DeletionResult {
  if (dataset === undefined) return { datasets: [createUnknownDatasetOutcome(datasetId)] };
  const records = dataset.records.filter((record) => {
    const date = String(record[dateKey]);
    return date < fromDate || date > toDate;
  });
  return { datasets: [createSucceededOutcome(datasetId)], remaining: { ...dataset, records } };
}

/** Packs a dataset with at least one record for storage. Runs in worker threads. */
export function packDataset({ records, ...dataset }: StoredDataset, shape: DatasetShape): PackedDataset {
  return { ...dataset, text: JSON.stringify(records), summary: summarizeDataset({ ...dataset, records }, shape) };
}

/** Unpacks a dataset with its records. Runs in worker threads. */
export function unpackDataset({ datasetId, customerId, text }: PackedDataset): StoredDataset {
  const records: DatasetRecord[] = JSON.parse(text);
  return { datasetId, ...(customerId === undefined ? {} : { customerId }), records };
}

const day = 24 * 60 * 60 * 1000;

/** Returns the summary of a dataset with at least one record. Intervals are days (analysis.gap.summary-granularity). */
export function summarizeDataset(
  { records }: StoredDataset,
  { dateKey }: DatasetShape,
): components['schemas']['DatasetSummary'] {
  const dates = records.map((record) => String(record[dateKey]));
  const [startDate = '', endDate = startDate] = [dates[0], dates.at(-1)];
  const total = (Date.parse(endDate) - Date.parse(startDate)) / day + 1;
  const withRecords = new Set(dates).size;
  return {
    startDate,
    endDate,
    intervalGranularity: 'D',
    numberOfIntervalsWithRecords: withRecords,
    numberOfIntervalsWithoutRecords: total - withRecords,
    numberOfIntervalsTotal: total,
  };
}

export interface DescriptionsResult extends AnalysisWorkResult {
  readonly descriptions: readonly StoredDescription[];
}

/**
 * Reads dataset descriptions. Checks the ids, and drops members that are not strings (analysis.gap.descriptions-body).
 */
export function storeDescriptions(
  work: UploadedBody,
  { idKey }: Pick<DatasetShape, 'idKey'>,
  validators: UploadValidators,
): DescriptionsResult {
  const { fault, outcomes, items } = checkUpload(work, { idKey }, validators, (item) => {
    const findings = validators.dataset(item);
    return findings.length === 0 ? undefined : summarizeFindings(findings);
  });
  const descriptions = [...items].map(([datasetId, item]) => ({
    datasetId,
    ...textOf(item, 'customerId'),
    ...textOf(item, 'description'),
  }));
  return { ...(fault === undefined ? {} : { fault }), datasets: outcomes, descriptions };
}

function textOf<Key extends string>(item: unknown, key: Key): { readonly [key in Key]?: string } {
  const value = isObject(item) ? item[key] : undefined;
  return typeof value === 'string' ? ({ [key]: value } as { [key in Key]: string }) : {};
}
