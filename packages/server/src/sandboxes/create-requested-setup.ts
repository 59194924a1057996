import { type ApiContract, omitUndefined } from '@understudy/contract';
import { type ClockMode, parseClockMode, type SandboxSetup } from '@understudy/kernel';
import type { SettingsPatch } from '@understudy/kernel/serving';
import {
  clockRecords,
  createKernelRecord,
  kernelPartition,
  replaceRecord,
  type SandboxSnapshot,
  type SavedClock,
  snapshotSeedName,
  wallNowMs,
} from '@understudy/kernel/serving';
import { readSnapshot } from './snapshot-file.js';

/** A request for a new sandbox. Omitted members have the values of the default sandbox. */
export interface SandboxRequest {
  name: string;
  /** `real`, `manual` or `scaled:<factor>`. */
  clock?: string;
  /** ISO 8601 instant at which the clock starts. */
  at?: string;
  progression?: string;
  seed?: string;
  randomSeed?: string;
  settings?: SettingsPatch;
  /**
   * Initial state instead of a seed. By default, the clock, progression and random sequence of the snapshot continue.
   */
  from?: SandboxSnapshot;
  /** ISO 8601 duration of real time without a request after which the sandbox is deleted. */
  timeToLive?: string;
  /** Name of the control token that owns the sandbox. */
  owner?: string;
}

/** Settings that override those of a snapshot. */
interface SnapshotOverrides {
  readonly clock?: ClockMode | undefined;
  /** ISO 8601 instant at which the clock starts. */
  readonly at?: string | undefined;
  readonly progression?: string | undefined;
}

/** The snapshot from which all sandboxes of a server start. */
export interface SnapshotStart extends SnapshotOverrides {
  /** Content of the snapshot file. */
  readonly file: unknown;
}

/** Creates the setup of sandboxes that start from a snapshot file. @throws RangeError if the file is invalid */
export function createSnapshotSetup(
  setup: SandboxSetup,
  { file, ...overrides }: SnapshotStart,
  control: ApiContract,
): SandboxSetup {
  return withSnapshot(setup, readSnapshot(file, control), overrides);
}

/** Creates the setup of a requested sandbox. @throws RangeError if the clock or instant is invalid */
export function createRequestedSetup(
  { clock, at, progression, seed, randomSeed, settings, owner }: SandboxRequest,
  defaults: SandboxSetup,
  manualStart: SandboxSetup['clock']['at'],
): SandboxSetup {
  const mode = clock === undefined ? defaults.clock : parseClockMode(clock);
  const defaultStart = mode.mode === 'manual' ? manualStart : undefined;
  const start = at ?? (mode.mode === defaults.clock.mode ? defaults.clock.at : defaultStart);
  const setup: SandboxSetup = {
    clock: start === undefined ? mode : { ...mode, at: start },
    progression: progression ?? defaults.progression,
    seed: seed ?? defaults.seed,
    randomSeed: randomSeed ?? defaults.randomSeed,
    settings: [...(defaults.settings ?? []), ...(settings === undefined ? [] : [settings])],
    ...omitUndefined({ owner, rules: defaults.rules }),
  };
  // A request for a seed replaces the default snapshot.
  if (defaults.snapshot === undefined || seed !== undefined) return setup;
  const givenClock = clock === undefined ? undefined : parseClockMode(clock);
  return withSnapshot(setup, defaults.snapshot, { clock: givenClock, at, progression });
}

function withSnapshot(setup: SandboxSetup, snapshot: SandboxSnapshot, overrides: SnapshotOverrides): SandboxSetup {
  const clock = clockOf(snapshot, overrides);
  const { since: _since, ...setting } = clock;
  const { at, progression } = overrides;
  return {
    ...setup,
    clock: setting.mode === 'real' && at === undefined ? { mode: 'real' } : setting,
    seed: snapshotSeedName,
    snapshot: {
      ...snapshot,
      records: replaceRecord(snapshot.records, createKernelRecord(clockRecords, 'clock', clock)),
    },
    settings: [...(setup.settings ?? []), ...(progression === undefined ? [] : [{ progression }])],
  };
}

function clockOf({ at: taken, records }: SandboxSnapshot, { clock, at }: SnapshotOverrides): SavedClock {
  const stored = records.find(
    ({ partition, collection }) => partition === kernelPartition && collection === clockRecords.name,
  );
  const { since: _since, at: shown, ...mode } = (stored?.value ?? { mode: 'manual', at: taken }) as SavedClock;
  const changed = { ...(clock ?? mode), at: at ?? shown };
  return at === undefined ? changed : { ...changed, since: new Date(wallNowMs()).toISOString() };
}
