import { journalRecords } from '../journal/journal-entry.js';
import type { RandomState } from '../random.js';
import { defineCollection } from '../store/define-collection.js';
import { createKernelRecord, kernelPartition } from '../store/kernel-records.js';
import type { SerializedPage } from '../store/serialized-page.js';
import type { StoredRecord } from '../store/store.js';
import type { SettingsView } from './sandbox-settings.js';
import type { SandboxSetup, SeedData } from './sandbox-setup.js';

/** Stores the setup for resets, under the key `setup`. Snapshots exclude it. */
export const setupRecords = defineCollection<Omit<SandboxSetup, 'seed' | 'snapshot'>>('setup');

/** Stores the seed for resets, under the key `seed`. */
export const seedRecords = defineCollection<{ readonly seed: string | SeedData }>('seed');

export const settingsRecords = defineCollection<SettingsView>('settings');

/** Stores the seed and state of the random generator, under the key `chance`. */
export const randomnessRecords = defineCollection<{ readonly randomSeed: string; readonly state: RandomState }>(
  'chance',
);

/** States of the id sequences, by kind. */
export const idRecords = defineCollection<RandomState>('ids');

/** Returns the records that a restore leaves unchanged: the setup and the journal number. */
export function listRetainedRecords(
  { seed: _seed, snapshot: _snapshot, ...setup }: SandboxSetup,
  next: number,
): StoredRecord[] {
  return [createKernelRecord(setupRecords, 'setup', setup), createKernelRecord(journalRecords, 'journal', { next })];
}

export function readSetup(pages: readonly SerializedPage[], defaults: SandboxSetup): SandboxSetup {
  const setup: SandboxSetup = { ...defaults };
  for (const { partition, collection, entries } of pages) {
    if (partition !== kernelPartition || collection !== setupRecords.name) continue;
    for (const { value } of entries) Object.assign(setup, value);
  }
  return setup;
}
