import { journalRecords } from '../journal/journal-entry.js';
import type { RandomState } from '../random.js';
import { defineCollection } from '../store/define-collection.js';
import { kernelPartition, kernelRecord } from '../store/kernel-records.js';
import type { StoredRecord } from '../store/store.js';
import type { SandboxSetup, SeedData } from './sandbox-setup.js';
import type { SettingsView } from './settings.js';

/** How the sandbox was set up, which a reset returns to; never part of a snapshot. One record, `setup`. */
export const setupRecords = defineCollection<Omit<SandboxSetup, 'seed' | 'snapshot'>>('setup');

/** The seed that a reset returns to. One record, `seed`. */
export const seedRecords = defineCollection<{ readonly seed: string | SeedData }>('seed');

/** One record, `settings`. */
export const settingsRecords = defineCollection<SettingsView>('settings');

/** What fixes chance, and where it stands. One record, `chance`. */
export const chanceRecords = defineCollection<{ readonly randomSeed: string; readonly state: RandomState }>('chance');

/** Where each sequence of ids stands, by its kind. */
export const idRecords = defineCollection<RandomState>('ids');

/** What a sandbox keeps when it is restored: how it was set up, and the number of the next entry of its journal. */
export function ownRecords({ seed: _seed, snapshot: _snapshot, ...setup }: SandboxSetup, next: number): StoredRecord[] {
  return [kernelRecord(setupRecords, 'setup', setup), kernelRecord(journalRecords, 'journal', { next })];
}

/** How the sandbox of these records was set up; the defaults stand in for what they do not say. */
export function setupIn(records: readonly StoredRecord[], defaults: SandboxSetup): SandboxSetup {
  const setup: SandboxSetup = { ...defaults };
  for (const { partition, collection, value } of records) {
    if (partition === kernelPartition && collection === setupRecords.name) Object.assign(setup, value);
  }
  return setup;
}
