import type { ClockSetting } from '../clock-setting.js';
import type { FaultRule } from '../faults/fault-rule.js';
import type { StoredRecord } from '../store/store.js';
import type { SettingsPatch } from './sandbox-settings.js';

/** The complete state of a sandbox at one moment: the records of the APIs and the kernel, but not the journal. */
export interface SandboxSnapshot {
  readonly sandbox: string;
  /** ISO 8601 instant shown by the sandbox's clock. */
  readonly at: string;
  readonly records: readonly StoredRecord[];
}

export const snapshotSeedName = ':snapshot';

/** The initial state of a sandbox. A reset restores it. */
export interface SandboxSetup {
  readonly clock: ClockSetting;
  readonly progression: string;
  readonly seed: string | SeedData;
  /** The snapshot for {@link snapshotSeedName}. Patches of the settings still apply. */
  readonly snapshot?: SandboxSnapshot;
  /** Seed for all ids, signatures and random numbers. */
  readonly randomSeed: string;
  /** Patches to apply to the default settings, in order. */
  readonly settings?: readonly SettingsPatch[];
  /** Initial fault rules, unless the snapshot contains other rules. */
  readonly rules?: readonly FaultRule[];
  /** Name of the control token that owns the sandbox. */
  readonly owner?: string;
}

/** The name of a seed. `custom` means any other data. */
export type SeedName = 'demo' | 'empty' | 'custom';

/** Seed data by API name. Each API reads its own part. */
export type SeedData = Readonly<Record<string, unknown>>;
