import type { FaultStanding } from '../faults/faults.js';
import type { IdsState } from '../ids.js';
import type { PendingRun } from '../jobs/run.js';
import type { RandomState } from '../random.js';
import type { StoredRecord } from '../store/store.js';
import type { ClockSetting } from '../time/clock-setting.js';
import type { Delivery } from '../webhooks/delivery.js';
import type { SeedData } from './seed-data.js';
import type { SettingsView } from './settings.js';

export const snapshotFormat = 'understudy-snapshot';
export const snapshotVersion = 2;

/**
 * Everything a sandbox is, as one JSON value that can be kept in a file and restored on another server: state, clock,
 * place in every sequence of chance, settings, faults, unfinished jobs and deliveries. The journal and the inboxes are
 * records of what was, and stay out.
 */
export interface Snapshot {
  readonly format: typeof snapshotFormat;
  readonly version: typeof snapshotVersion;
  /** Name of the sandbox it was taken from. */
  readonly sandbox: string;
  readonly clock: ClockSetting & { readonly at: string };
  readonly randomSeed: string;
  readonly ids: IdsState;
  readonly random: RandomState;
  /** What a reset returns to. */
  readonly seed: string | SeedData;
  readonly settings: SettingsView;
  readonly faults: readonly FaultStanding[];
  readonly revokedTokens: readonly string[];
  readonly jobs: readonly PendingRun[];
  readonly deliveries: readonly Delivery[];
  readonly records: readonly StoredRecord[];
}
