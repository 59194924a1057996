import { mergeUpload, type StoredDataset, summarizeFindings } from '@understudy/simulator-analysis';
import { inventoryContract } from '../inventory-contract.js';
import { inventoryService } from '../inventory-service.js';
import { uploadValidators } from '../upload-validators.js';
import type { InventorySeed, TenantSeed } from './inventory-seed.js';

/** A seed that was checked: what each tenant will have. */
export interface CheckedSeed {
  readonly clientId: string;
  readonly shiftTo: InventorySeed['shiftTo'];
  readonly tenants: readonly CheckedTenant[];
}

export interface CheckedTenant extends Pick<TenantSeed, 'training'> {
  readonly tenantId: string;
  /** As an upload would have stored them. */
  readonly datasets: readonly StoredDataset[];
  readonly subscriptions: NonNullable<TenantSeed['subscriptions']>;
}

/**
 * Checks a seed as strictly as uploads and requests are checked; undefined is an empty one.
 *
 * @throws RangeError that says what is wrong and where
 */
export function readSeed(data: unknown = {}): CheckedSeed {
  const { clientId = 'demo-client', tenants = {}, shiftTo, ...unknown } = object('', data);
  refuseUnknown('', unknown, 'clientId, tenants, shiftTo');
  if (shiftTo !== undefined && shiftTo !== 'yesterday') throw fault('/shiftTo', 'must be "yesterday" or absent');
  return {
    clientId: text('/clientId', clientId),
    shiftTo,
    tenants: Object.entries(object('/tenants', tenants)).map(([tenantId, tenant]) => readTenant(tenantId, tenant)),
  };
}

function readTenant(tenantId: string, data: unknown): CheckedTenant {
  const at = `/tenants/${text('/tenants', tenantId)}`;
  const { datasets = [], training, subscriptions = [], ...unknown } = object(at, data);
  refuseUnknown(at, unknown, 'datasets, training, subscriptions');
  return {
    tenantId,
    datasets: readDatasets(`${at}/datasets`, datasets),
    ...(training === undefined ? {} : { training: readTraining(`${at}/training`, training) }),
    subscriptions: list(`${at}/subscriptions`, subscriptions).map((item, index) =>
      readSubscriptions(`${at}/subscriptions/${index}`, item),
    ),
  };
}

function readDatasets(at: string, data: unknown): readonly StoredDataset[] {
  const datasets = list(at, data);
  if (datasets.length === 0) return [];
  const work = { body: { datasets }, existing: [] };
  const { datasets: outcomes, stored } = mergeUpload(work, inventoryService.shape, uploadValidators());
  const invalid = outcomes.find(({ status }) => status === 'invalid');
  if (invalid !== undefined) throw fault(at, `has an invalid dataset "${invalid.datasetId}": ${invalid.message}`);
  return stored;
}

function readTraining(at: string, data: unknown): NonNullable<TenantSeed['training']> {
  const { frequency, horizon } = object(at, data);
  const findings = inventoryContract.validator('InventoryTrainerParameters')({ datasetId: 'any', frequency, horizon });
  if (findings.length > 0) throw fault(at, `is invalid: ${summarizeFindings(findings)}`);
  // The contract has just found nothing wrong with it.
  return { frequency, horizon } as NonNullable<TenantSeed['training']>;
}

function readSubscriptions(at: string, data: unknown): CheckedTenant['subscriptions'][number] {
  const { datasetId, subscriptionIds } = object(at, data);
  return {
    datasetId: text(`${at}/datasetId`, datasetId),
    subscriptionIds: list(`${at}/subscriptionIds`, subscriptionIds).map((id, index) =>
      text(`${at}/subscriptionIds/${index}`, id),
    ),
  };
}

function object(at: string, value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault(at, 'must be an object');
  return { ...value };
}

function list(at: string, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw fault(at, 'must be an array');
  return value;
}

function text(at: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw fault(at, 'must be a non-empty string');
  return value;
}

function refuseUnknown(at: string, unknown: Record<string, unknown>, allowed: string): void {
  const [key] = Object.keys(unknown);
  if (key !== undefined) throw fault(`${at}/${key}`, `is no part of a seed; there are ${allowed}`);
}

function fault(at: string, what: string): RangeError {
  return new RangeError(`The seed of the inventory API is unusable: /inventory${at} ${what}`);
}
