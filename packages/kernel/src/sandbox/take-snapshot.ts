import { Clock } from '../clock.js';
import { journalRecords } from '../journal/journal-record.js';
import { kernelPartition, kernelRecord } from '../store/kernel-records.js';
import type { StoredRecord } from '../store/store.js';
import { type ClockRecord, clockRecords } from '../time/clock-record.js';
import { setupRecords } from './sandbox-records.js';
import type { Snapshot } from './snapshot.js';

/** The records with one of them replaced. */
export function replaceRecord(records: readonly StoredRecord[], put: StoredRecord): StoredRecord[] {
  const others = records.filter(
    ({ partition, collection, key }) => partition !== put.partition || collection !== put.collection || key !== put.key,
  );
  return [...others, put];
}

/** What a sandbox keeps when it is restored, and so no part of a snapshot. */
const own = new Set([setupRecords.name, journalRecords.name]);

/**
 * The records of a sandbox as a snapshot. Where it is restored, its clock continues from the instant that it shows now.
 */
export function snapshotOf(sandbox: string, clock: Clock, records: readonly StoredRecord[]): Snapshot {
  const at = clock.now().toISOString();
  const carried = records.filter(({ partition, collection }) => partition !== kernelPartition || !own.has(collection));
  const reading: ClockRecord = { ...clock.mode, at };
  return { sandbox, at, records: replaceRecord(carried, kernelRecord(clockRecords, 'clock', reading)) };
}

/** The clock that records of a sandbox tell of, as it stands now; it has no timers. */
export function clockIn(records: readonly StoredRecord[]): Clock {
  const clock = new Clock({ mode: 'manual' });
  const kept = records.find((one) => one.partition === kernelPartition && one.collection === clockRecords.name);
  // Nothing else is ever put there.
  if (kept !== undefined) clock.resume(kept.value as ClockRecord);
  return clock;
}
