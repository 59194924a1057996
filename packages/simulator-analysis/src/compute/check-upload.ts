import { isDeepStrictEqual } from 'node:util';
import { type ApiContract, decodeBody, type Finding, isObject } from '@understudy/contract';
import {
  createFailedOutcome,
  createSucceededOutcome,
  type DatasetOutcome,
  findUsableWebhook,
} from '../jobs/job-outcome.js';
import type { DatasetShape } from '../service.js';

/** Reads the body of an upload. Returns the error for the job to report if the body is invalid. */
export function readUpload(
  bytes: Uint8Array,
): { readonly value: Record<string, unknown> } | { readonly fault: string } {
  const decoded = decodeBody(bytes, 'application/json');
  if ('finding' in decoded) return { fault: decoded.finding.message.replace(/^The body/, 'Request body') };
  return isObject(decoded.value) ? { value: decoded.value } : { fault: 'Request body must be a JSON object' };
}

export interface UploadedBody {
  /** The decoded body, the body as text, or the reason why it cannot be read. */
  readonly body?: unknown;
  readonly text?: string;
  readonly fault?: string;
}

export type ValueValidator = (value: unknown) => Finding[];

export interface UploadValidators {
  readonly dataset: ValueValidator;
  readonly webhook: ValueValidator;
}

export function createUploadValidators(contract: ApiContract, datasetSchema: string): UploadValidators {
  return { dataset: contract.validator(datasetSchema), webhook: contract.validator('Webhook') };
}

/** Validates an upload, each dataset separately (analysis.gap.partial-invalid). `faultOf` validates one item. */
export function checkUpload(
  work: UploadedBody,
  { idKey }: Pick<DatasetShape, 'idKey'>,
  validators: UploadValidators,
  faultOf: (item: unknown) => string | undefined,
) {
  const items = new Map<string, unknown>();
  const outcomes: DatasetOutcome[] = [];
  const read = work.text === undefined ? { value: work.body } : readUpload(new TextEncoder().encode(work.text));
  const body: unknown = 'value' in read ? read.value : undefined;
  const fault = work.fault ?? ('fault' in read ? read.fault : rootFault(body, validators.webhook));
  if (fault !== undefined) return { fault, outcomes, items };
  const firstOf = new Map<string, { readonly item: unknown; readonly place: number }>();
  for (const [index, item] of datasetsOf(body).entries()) {
    const datasetId = idOf(item, idKey);
    if (datasetId === undefined) {
      // Without an id, its index names it.
      outcomes.push(
        createFailedOutcome(`datasets/${index}`, 'INVALID_DATA', summarizeFindings(validators.dataset(item))),
      );
      continue;
    }
    const first = firstOf.get(datasetId);
    if (first !== undefined) {
      // Equal items count as one (analysis.gap.duplicate-dataset).
      if (isDeepStrictEqual(first.item, item)) continue;
      const message = 'It occurs more than once in the upload with different content; send one item per dataset';
      outcomes[first.place] = createFailedOutcome(datasetId, 'INVALID_DATA', message);
      items.delete(datasetId);
      continue;
    }
    firstOf.set(datasetId, { item, place: outcomes.length });
    const fault = faultOf(item);
    if (fault === undefined) items.set(datasetId, item);
    outcomes.push(
      fault === undefined ? createSucceededOutcome(datasetId) : createFailedOutcome(datasetId, 'INVALID_DATA', fault),
    );
  }
  return { outcomes, items };
}

function rootFault(body: unknown, validateWebhook: ValueValidator): string | undefined {
  const { datasets, webhook } = isObject(body) ? body : {};
  if (!Array.isArray(datasets) || datasets.length === 0) return 'datasets must be a non-empty array';
  if (webhook === undefined || webhook === null) return undefined;
  const findings = validateWebhook(webhook);
  if (findings.length > 0) return `webhook is invalid: ${summarizeFindings(findings)}`;
  return findUsableWebhook(webhook) === undefined ? 'webhook is invalid: /webhookUrl must be an address' : undefined;
}

function datasetsOf(body: unknown): unknown[] {
  return isObject(body) && Array.isArray(body.datasets) ? body.datasets : [];
}

function idOf(item: unknown, idKey: string): string | undefined {
  const id: unknown = isObject(item) ? item[idKey] : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/**
 * Validates the body of a prediction within its job, because an uploaded body has not been validated
 * (analysis.gap.upload-prediction-body).
 */
export function checkRequest(
  work: UploadedBody,
  validate: ValueValidator,
): { readonly body: unknown } | { fault: string } {
  if (work.fault !== undefined) return { fault: work.fault };
  const body: unknown = work.text === undefined ? work.body : JSON.parse(work.text);
  const findings = validate(body);
  if (findings.length > 0) return { fault: summarizeFindings(findings) };
  const { webhook } = isObject(body) ? body : {};
  if (webhook === undefined || webhook === null || findUsableWebhook(webhook) !== undefined) return { body };
  return { fault: 'webhook is invalid: /webhookUrl must be an address' };
}

const shown = 3;

/** Formats the first few findings in one line. */
export function summarizeFindings(findings: readonly Finding[]): string {
  const messages = findings.slice(0, shown).map(({ message }) => message.replace(/\.$/, ''));
  const rest = findings.length - messages.length;
  return rest > 0 ? `${messages.join('; ')}; and ${rest} more` : messages.join('; ');
}
