import { Clock } from '../clock.js';
import { clockRecords, type SavedClock } from '../clock-setting.js';
import { toRecordAddress } from '../journal/change-log.js';
import { journalRecords } from '../journal/journal-entry.js';
import { createKernelRecord, kernelPartition } from '../store/kernel-records.js';
import type { StoredChange, StoredRecord } from '../store/store.js';
import { setupRecords } from './sandbox-records.js';
import type { SandboxSnapshot } from './sandbox-setup.js';

export function replaceRecord(records: readonly StoredRecord[], put: StoredRecord): StoredRecord[] {
  const others = records.filter(
    ({ partition, collection, key }) => partition !== put.partition || collection !== put.collection || key !== put.key,
  );
  return [...others, put];
}

/** Collections that a restore leaves unchanged. */
const own = new Set([setupRecords.name, journalRecords.name]);

/** Creates a snapshot. A restored clock continues from the instant that this clock shows. */
export function createSnapshot(sandbox: string, clock: Clock, records: readonly StoredRecord[]): SandboxSnapshot {
  const at = clock.now().toISOString();
  const carried = records.filter(({ partition, collection }) => partition !== kernelPartition || !own.has(collection));
  const reading: SavedClock = { ...clock.mode, at };
  return { sandbox, at, records: replaceRecord(carried, createKernelRecord(clockRecords, 'clock', reading)) };
}

/** Returns the clock stored in these records, without its timers. */
export function readClock(records: readonly StoredRecord[]): Clock {
  const clock = new Clock({ mode: 'manual' });
  const stored = records.find((one) => one.partition === kernelPartition && one.collection === clockRecords.name);
  if (stored !== undefined) clock.resume(stored.value as SavedClock);
  return clock;
}

/** Reverts changes of records. */
export function revertChanges(records: readonly StoredRecord[], changes: readonly StoredChange[]): StoredRecord[] {
  const changed = new Map(changes.map((change) => [toRecordAddress(change), change]));
  const earlier = changes.flatMap(({ before, value: _value, ...place }) =>
    before === undefined ? [] : [{ ...place, value: before }],
  );
  return [...records.filter((record) => !changed.has(toRecordAddress(record))), ...earlier];
}
