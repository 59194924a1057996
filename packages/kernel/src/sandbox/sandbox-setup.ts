import type { StoredRecord } from '../store/store.js';
import type { ClockSetting } from '../time/clock-setting.js';
import type { SettingsPatch } from './sandbox-settings.js';

/** The whole state of a sandbox at one moment, as records: those of the APIs and those of the kernel, but not the journal. */
export interface SandboxSnapshot {
  readonly sandbox: string;
  /** ISO 8601 instant of the sandbox's clock. */
  readonly at: string;
  readonly records: readonly StoredRecord[];
}

export const snapshotSeedName = ':snapshot';

/** The initial state of a sandbox, restored by a reset. */
export interface SandboxSetup {
  readonly clock: ClockSetting;
  readonly progression: string;
  readonly seed: string | SeedData;
  /** The snapshot for {@link snapshotSeedName}; patches of settings still apply. */
  readonly snapshot?: SandboxSnapshot;
  /** Determines all ids, signatures and random numbers. */
  readonly randomSeed: string;
  /** Patches of the default settings, in order. */
  readonly settings?: readonly SettingsPatch[];
  /** Name of the owning control token. */
  readonly owner?: string;
}

/** `custom` is any other data. */
export type SeedName = 'demo' | 'empty' | 'custom';

/** Data by API name; each API reads its own part. */
export type SeedData = Readonly<Record<string, unknown>>;
