import { isObject } from '@understudy/contract';
import type { components } from '../generated/types.js';

type RequestedWebhook = components['schemas']['Webhook'];

export interface DatasetOutcome {
  readonly datasetId: string;
  readonly status: 'success' | 'invalid';
  readonly code: DatasetCode;
  readonly message: string;
}

/** analysis.gap.dataset-status-values. For `NOT_STORED` see analysis.gap.partial-invalid. */
type DatasetCode = 'SUCCESS' | 'INVALID_DATA' | 'DATASET_NOT_FOUND' | 'MODEL_NOT_FOUND' | 'NOT_STORED';

export interface JobOutcome {
  readonly message: string;
  readonly datasets: readonly DatasetOutcome[];
}

export interface AnalysisJobInput {
  /** Names the kind of job in messages: `Upload`, `Training` ... (analysis.gap.job-messages). */
  readonly label: string;
  readonly webhook?: RequestedWebhook;
  /** Datasets that the request names. */
  readonly datasetIds: readonly string[];
  /** The estimated number of records in the body. */
  readonly records?: number;
}

export function createSucceededOutcome(datasetId: string): DatasetOutcome {
  return { datasetId, status: 'success', code: 'SUCCESS', message: 'The dataset was processed' };
}

export function createFailedOutcome(
  datasetId: string,
  code: Exclude<DatasetCode, 'SUCCESS' | 'NOT_STORED'>,
  message: string,
): DatasetOutcome {
  return { datasetId, status: 'invalid', code, message };
}

export function createUnknownDatasetOutcome(datasetId: string): DatasetOutcome {
  return createFailedOutcome(datasetId, 'DATASET_NOT_FOUND', 'There is no such dataset; upload it first');
}

/** Creates the outcome of a job: one invalid dataset makes it invalid (analysis.state.rule2-any-invalid). */
export function createJobResult(
  label: string,
  datasets: readonly DatasetOutcome[],
): { status: string; outcome: JobOutcome } {
  const invalid = datasets.filter(({ status }) => status === 'invalid');
  if (invalid.length === 0) return { status: 'success', outcome: { message: `${label} job finished`, datasets } };
  const causes = invalid.slice(0, 3).map(({ datasetId, message }) => `Dataset "${datasetId}": ${message}`);
  const more = invalid.length > 3 ? `; and ${invalid.length - 3} more` : '';
  const message = `${label} job finished with invalid datasets. ${causes.join('; ')}${more}`;
  return { status: 'invalid', outcome: { message, datasets } };
}

/** Values that a header can carry unchanged: printable ASCII without leading or trailing spaces. */
const sendable = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;

/**
 * Returns the webhook of a request if it matches the contract and its URL can be parsed. A null key counts as missing.
 */
export function findUsableWebhook(value: unknown): RequestedWebhook | undefined {
  if (!isObject(value)) return undefined;
  const { webhookUrl, webhookApiKey } = value;
  if (typeof webhookUrl !== 'string' || !/^https?:\/\/\S+$/i.test(webhookUrl)) return undefined;
  if (!URL.canParse(webhookUrl)) return undefined;
  if (webhookApiKey === undefined || webhookApiKey === null) return { webhookUrl };
  return typeof webhookApiKey === 'string' && sendable.test(webhookApiKey) ? { webhookUrl, webhookApiKey } : undefined;
}
