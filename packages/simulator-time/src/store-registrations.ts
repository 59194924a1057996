import { omitUndefined } from '@understudy/contract';
import type {
  DatasetRecord,
  DeletionResult,
  DeletionWork,
  StoredDataset,
  UploadResult,
  UploadWork,
} from '@understudy/simulator-analysis';
import {
  createUploadValidators,
  deleteRecords,
  findRepeatedId,
  mergeUpload,
  packDataset,
  unpackDataset,
} from '@understudy/simulator-analysis/compute';
import type { StoredRegistrations } from './entities.js';
import type { components } from './generated/types.js';
import { timeContract, timeService } from './time-service.js';

const { shape } = timeService;

type Schemas = components['schemas'];
type Parameters = Schemas['TimeDataset'] & Partial<Pick<Schemas['TimePredictionParameters'], 'plans'>>;

/** Merges an upload into the stored data. Its registrations are untrained, even if they replace others. */
export function mergeRegistrations(work: UploadWork<StoredRegistrations>): UploadResult<StoredRegistrations> {
  const existing = new Map(
    work.existing.map((dataset) => [
      dataset.datasetId,
      { ...unpackDataset(dataset), untrained: listUntrainedIds(dataset) },
    ]),
  );
  const validators = createUploadValidators(timeContract, 'TimeDataset');
  const { stored, ...result } = mergeUpload({ ...work, existing: [...existing.values()] }, shape, validators);
  const kept = stored.map((dataset) => {
    const before = existing.get(dataset.datasetId);
    // The merge preserves earlier records as the same objects.
    const old = new Set(before?.records);
    const isUntrained = (id: string, record: DatasetRecord) => !old.has(record) || before?.untrained.has(id) === true;
    return storeRegistrations(dataset, isUntrained);
  });
  return { ...result, stored: kept };
}

export function deleteRegistrations({
  dataset,
  ...work
}: DeletionWork<StoredRegistrations>): DeletionResult<StoredRegistrations | StoredDataset> {
  if (dataset === undefined) return deleteRecords(work, shape);
  const untrained = listUntrainedIds(dataset);
  const { remaining, ...result } = deleteRecords({ ...work, dataset: unpackDataset(dataset) }, shape);
  if (remaining === undefined || remaining.records.length === 0) return { ...result, ...omitUndefined({ remaining }) };
  return { ...result, remaining: storeRegistrations(remaining, (id) => untrained.has(id)) };
}

export function storeRegistrations(
  dataset: StoredDataset,
  isUntrained: (registrationId: string, record: DatasetRecord) => boolean,
): StoredRegistrations {
  const { records } = dataset;
  const untrained = records.flatMap((record) => {
    const id = String(record[shape.recordIdKey]);
    return isUntrained(id, record) ? [id] : [];
  });
  return {
    ...packDataset(dataset, shape),
    untrained: JSON.stringify(untrained),
    employees: new Set(records.map((record) => record['employeeId'])).size,
  };
}

export function listUntrainedIds({ untrained }: StoredRegistrations): ReadonlySet<string> {
  const ids: string[] = JSON.parse(untrained);
  return new Set(ids);
}

/**
 * Finds the first registration or plan at `pointer` whose id is repeated in its dataset
 * (analysis.gap.validation-rules).
 */
export function findRepeatedRegistrationId(items: readonly Parameters[], pointer: string): string | undefined {
  for (const [index, { registrations, plans }] of items.entries()) {
    const at = `${pointer}/${index}`;
    const fault =
      findRepeatedId(registrations, 'registrationId', `${at}/registrations`) ??
      findRepeatedId(plans ?? [], 'planId', `${at}/plans`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
