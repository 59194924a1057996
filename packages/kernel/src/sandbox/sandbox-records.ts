import { journalRecords } from '../journal/journal-entry.js';
import type { RandomState } from '../random.js';
import { defineCollection } from '../store/define-collection.js';
import { createKernelRecord, kernelPartition } from '../store/kernel-records.js';
import type { StoredRecord } from '../store/store.js';
import type { SettingsView } from './sandbox-settings.js';
import type { SandboxSetup, SeedData } from './sandbox-setup.js';

/** The setup for resets. Never in a snapshot. One record, `setup`. */
export const setupRecords = defineCollection<Omit<SandboxSetup, 'seed' | 'snapshot'>>('setup');

/** The seed for resets. One record, `seed`. */
export const seedRecords = defineCollection<{ readonly seed: string | SeedData }>('seed');

export const settingsRecords = defineCollection<SettingsView>('settings');

/** Seed and state of randomness. One record, `chance`. */
export const randomnessRecords = defineCollection<{ readonly randomSeed: string; readonly state: RandomState }>(
  'chance',
);

/** States of id sequences, by kind. */
export const idRecords = defineCollection<RandomState>('ids');

/** Records that a restored sandbox retains: its setup and journal number. */
export function listRetainedRecords(
  { seed: _seed, snapshot: _snapshot, ...setup }: SandboxSetup,
  next: number,
): StoredRecord[] {
  return [createKernelRecord(setupRecords, 'setup', setup), createKernelRecord(journalRecords, 'journal', { next })];
}

export function readSetup(records: readonly StoredRecord[], defaults: SandboxSetup): SandboxSetup {
  const setup: SandboxSetup = { ...defaults };
  for (const { partition, collection, value } of records) {
    if (partition === kernelPartition && collection === setupRecords.name) Object.assign(setup, value);
  }
  return setup;
}
