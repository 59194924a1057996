import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '@understudy/contract';
import type { DatasetRecord, StoredDataset } from '../entities.js';
import { isObject } from '../is-object.js';
import type { AnalysisWorkResult } from '../jobs/analysis-job.js';
import { type DatasetOutcome, failed, succeeded } from '../jobs/job-outcome.js';
import { usableWebhook } from '../jobs/usable-webhook.js';
import type { DatasetShape } from '../service.js';
import { summarizeFindings } from './summarize-findings.js';

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
  const outcomes: DatasetOutcome[] = [];
  const stored = new Map<string, StoredDataset>();
  const firstOf = new Map<string, { readonly item: unknown; readonly place: number }>();
  const existing = new Map(work.existing.map((dataset) => [dataset.datasetId, dataset]));
  for (const [index, item] of datasetsOf(work.body).entries()) {
    const datasetId = idOf(item, shape);
    if (datasetId === undefined) {
      // It can only be named by its place.
      outcomes.push(failed(`datasets/${index}`, 'INVALID_DATA', summarizeFindings(validators.dataset(item))));
      continue;
    }
    const first = firstOf.get(datasetId);
    if (first !== undefined) {
      // Equal items are taken as one (analysis.gap.duplicate-dataset).
      if (isDeepStrictEqual(first.item, item)) continue;
      const message = 'It occurs more than once in the upload with different content; send one item per dataset';
      outcomes[first.place] = failed(datasetId, 'INVALID_DATA', message);
      stored.delete(datasetId);
      continue;
    }
    firstOf.set(datasetId, { item, place: outcomes.length });
    const fault = faultOf(item, shape, validators.dataset);
    if (fault === undefined) stored.set(datasetId, merged(datasetId, item, shape, existing.get(datasetId)));
    outcomes.push(fault === undefined ? succeeded(datasetId) : failed(datasetId, 'INVALID_DATA', fault));
  }
  return { datasets: outcomes, stored: [...stored.values()] };
}

function rootFault({ body, fault }: UploadWork, validateWebhook: Validate): string | undefined {
  if (fault !== undefined) return fault;
  const { datasets, webhook } = Object(body);
  if (!Array.isArray(datasets) || datasets.length === 0) return 'datasets must be a non-empty array';
  if (webhook === undefined || webhook === null) return undefined;
  const findings = validateWebhook(webhook);
  if (findings.length > 0) return `webhook is invalid: ${summarizeFindings(findings)}`;
  return usableWebhook(webhook) === undefined ? 'webhook is invalid: /webhookUrl must be an address' : undefined;
}

function datasetsOf(body: unknown): unknown[] {
  return Object(body).datasets;
}

function idOf(item: unknown, { idKey }: DatasetShape): string | undefined {
  const id: unknown = isObject(item) ? item[idKey] : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function faultOf(item: unknown, shape: DatasetShape, validate: Validate): string | undefined {
  const findings = validate(item);
  if (findings.length > 0) return summarizeFindings(findings);
  const seen = new Set<unknown>();
  for (const [index, record] of recordsOf(item, shape).entries()) {
    const id = record[shape.recordIdKey];
    if (seen.has(id)) {
      return `/${shape.recordsKey}/${index}/${shape.recordIdKey} "${id}" occurs more than once in the dataset`;
    }
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
