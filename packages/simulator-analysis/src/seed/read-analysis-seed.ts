import type { UploadValidators, ValueValidator } from '../compute/check-upload.js';
import { mergeUpload } from '../compute/merge-upload.js';
import type { DatasetRecord, StoredDataset } from '../entities.js';
import type { AnalysisService, DatasetShape } from '../service.js';
import type { SeededPrediction } from './seed-prediction.js';

/** An analysis service's part of a seed. `Training` is the training input for a tenant's datasets. */
export interface AnalysisSeed<Training> {
  readonly clientId: string;
  /** `yesterday`: moves all dates by whole weeks, up to yesterday, and drops later records. */
  readonly shiftTo: 'yesterday' | undefined;
  readonly tenants: ReadonlyArray<SeededTenant<Training>>;
}

interface SeededTenant<Training> {
  readonly tenantId: string;
  /** In the form in which an upload stores them. */
  readonly datasets: readonly StoredDataset[];
  /** Absent if no dataset is trained. */
  readonly training?: Training;
  readonly subscriptions: ReadonlyArray<{ readonly datasetId: string; readonly subscriptionIds: readonly string[] }>;
  readonly predictions: readonly SeededPrediction[];
}

export interface SeedReader<Training> {
  /**
   * The validators of the contract, compiled only for an untrusted seed, because compiling takes a third of the start
   * time.
   */
  validators(): UploadValidators;
  /** Checks the member `training` of a tenant. @returns the error as the text that follows "... must be" */
  readTraining(value: unknown, trusted: boolean): { readonly training: Training } | { readonly fault: string };
  /** True if tenants can have seeded predictions. */
  readonly predicts: boolean;
}

/** Reads the member `training` for APIs whose training has no parameters. */
export const readTrainingOfAll: SeedReader<object>['readTraining'] = (value) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0
    ? { training: value }
    : { fault: 'an empty object, which has every dataset trained' };

/** Reads a seed, and validates it like uploads unless it is trusted. Undefined counts as an empty seed. */
export function readAnalysisSeed<Training>(
  service: Pick<AnalysisService, 'name' | 'shape'>,
  reader: SeedReader<Training>,
  data: unknown = {},
  trusted = false,
): AnalysisSeed<Training> {
  const validators = trusted ? { dataset: findsNothing, webhook: findsNothing } : reader.validators();
  const fault = (at: string, what: string) =>
    new RangeError(`The ${service.name} seed is invalid at /${service.name}${at}: it ${what}`);
  const check = checks(fault);

  const readTenant = (tenantId: string, value: unknown): SeededTenant<Training> => {
    const at = `/tenants/${check.text('/tenants', tenantId)}`;
    const { datasets = [], training, subscriptions = [], ...others } = check.object(at, value);
    const { predictions = [], ...unknown } = others;
    const parts = 'datasets, training, subscriptions';
    check.nothing(at, reader.predicts ? unknown : others, reader.predicts ? `${parts}, predictions` : parts);
    const read = training === undefined ? {} : reader.readTraining(training, trusted);
    if ('fault' in read) throw fault(`${at}/training`, `must be ${read.fault}`);
    return {
      tenantId,
      datasets: readDatasets(`${at}/datasets`, datasets),
      ...read,
      subscriptions: check
        .list(`${at}/subscriptions`, subscriptions)
        .map((item, index) => readSubscriptions(`${at}/subscriptions/${index}`, item)),
      predictions: check
        .list(`${at}/predictions`, predictions)
        .map((item, index) => readPrediction(`${at}/predictions/${index}`, item)),
    };
  };

  const readDatasets = (at: string, value: unknown): readonly StoredDataset[] => {
    const datasets = check.list(at, value);
    if (datasets.length === 0) return [];
    const { datasets: outcomes, stored } = mergeUpload({ body: { datasets }, existing: [] }, service.shape, validators);
    const invalid = outcomes.find(({ status }) => status === 'invalid');
    if (invalid !== undefined) throw fault(at, `has an invalid dataset "${invalid.datasetId}": ${invalid.message}`);
    return stored;
  };

  const readSubscriptions = (at: string, value: unknown) => {
    const { datasetId, subscriptionIds } = check.object(at, value);
    return {
      datasetId: check.text(`${at}/datasetId`, datasetId),
      subscriptionIds: check
        .list(`${at}/subscriptionIds`, subscriptionIds)
        .map((id, index) => check.text(`${at}/subscriptionIds/${index}`, id)),
    };
  };

  const readPrediction = (at: string, value: unknown): SeededPrediction => {
    const { jobId, datasetId, latest, ...unknown } = check.object(at, value);
    check.nothing(at, unknown, 'jobId, datasetId, latest');
    if (typeof latest !== 'number' || !Number.isInteger(latest) || latest < 1) {
      throw fault(`${at}/latest`, 'must be a whole number from 1');
    }
    return { jobId: check.text(`${at}/jobId`, jobId), datasetId: check.text(`${at}/datasetId`, datasetId), latest };
  };

  const { clientId = 'demo-client', tenants = {}, shiftTo, ...unknown } = check.object('', data);
  check.nothing('', unknown, 'clientId, tenants, shiftTo');
  if (shiftTo !== undefined && shiftTo !== 'yesterday') throw fault('/shiftTo', 'must be "yesterday" or absent');
  return {
    clientId: check.text('/clientId', clientId),
    shiftTo,
    tenants: Object.entries(check.object('/tenants', tenants)).map(([tenantId, tenant]) =>
      readTenant(tenantId, tenant),
    ),
  };
}

const findsNothing: ValueValidator = () => [];

function checks(fault: (at: string, what: string) => RangeError) {
  return {
    object(at: string, value: unknown): Record<string, unknown> {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault(at, 'must be an object');
      return { ...value };
    },
    list(at: string, value: unknown): unknown[] {
      if (!Array.isArray(value)) throw fault(at, 'must be an array');
      return value;
    },
    text(at: string, value: unknown): string {
      if (typeof value !== 'string' || value === '') throw fault(at, 'must be a non-empty string');
      return value;
    },
    nothing(at: string, unknown: Record<string, unknown>, allowed: string): void {
      const [key] = Object.keys(unknown);
      if (key !== undefined) throw fault(`${at}/${key}`, `is not a seed member; available: ${allowed}`);
    },
  };
}

const day = 24 * 60 * 60 * 1000;
const week = 7 * day;

/** Returns a function that shifts dates by whole weeks, so that the records of all datasets end yesterday. */
export function shiftDates(
  datasets: readonly StoredDataset[],
  { dateKey }: Pick<DatasetShape, 'dateKey'>,
  today: string,
): (dataset: StoredDataset) => StoredDataset {
  // Records are sorted by date.
  const last = datasets
    .map(({ records }) => String(records.at(-1)?.[dateKey]))
    .sort()
    .at(-1);
  const shift = last === undefined ? 0 : Math.ceil((Date.parse(today) - day - Date.parse(last)) / week) * week;
  const shifted = (date: unknown) => new Date(Date.parse(String(date)) + shift).toISOString().slice(0, 10);
  return (dataset) => ({
    ...dataset,
    records: dataset.records
      .map((record): DatasetRecord => ({ ...record, [dateKey]: shifted(record[dateKey]) }))
      .filter((record) => String(record[dateKey]) < today),
  });
}
