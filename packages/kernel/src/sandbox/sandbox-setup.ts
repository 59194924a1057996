import type { StoredRecord } from '../store/store.js';
import type { ClockSetting } from '../time/clock-setting.js';
import type { SettingsPatch } from './settings.js';

/** The whole state of a sandbox at one moment, as records: those of the APIs and those of the kernel, but not the journal. */
export interface Snapshot {
  /** Name of the sandbox that it was taken from. */
  readonly sandbox: string;
  /** ISO 8601 instant of the sandbox's clock. */
  readonly at: string;
  readonly records: readonly StoredRecord[];
}

/** Stands for a snapshot where the name of a seed stands. */
export const snapshotSeed = ':snapshot';

/** What a sandbox starts from, and goes back to when it is reset. */
export interface SandboxSetup {
  readonly clock: ClockSetting;
  readonly progression: string;
  /** Name of a seed, or its data by API. */
  readonly seed: string | SeedData;
  /** What it begins with, and goes back to, while its seed is {@link snapshotSeed}; the patches of its settings hold besides. */
  readonly snapshot?: Snapshot;
  /** Fixes every id, signature and number drawn. */
  readonly randomSeed: string;
  /** What differs from the usual settings; a later one wins. */
  readonly settings?: readonly SettingsPatch[];
  /** Name of the control token that it was made with, where that has only sandboxes of its own. */
  readonly owner?: string;
}

/** `custom`: data of one's own. */
export type SeedName = 'demo' | 'empty' | 'custom';

/** Data by API name; each API reads its own part. */
export type SeedData = Readonly<Record<string, unknown>>;
