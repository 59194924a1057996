import type { ApiContract } from '@understudy/contract';
import { kernelPartition, kernelRecord } from '../store/kernel-records.js';
import { type ClockRecord, clockRecords } from '../time/clock-record.js';
import type { ClockMode } from '../time/clock-setting.js';
import { wallNow } from '../wall-clock.js';
import { type SandboxSetup, snapshotSeed } from './sandbox-setup.js';
import { fromFile, outdatedMessage, type Snapshot, snapshotFormat, snapshotVersion } from './snapshot.js';
import { replaceRecord } from './take-snapshot.js';

/** What differs in sandboxes from the snapshot that they begin with. */
export interface SnapshotOverrides {
  readonly clock?: ClockMode | undefined;
  /** ISO 8601 instant that the clock shows. */
  readonly at?: string | undefined;
  readonly progression?: string | undefined;
}

/** A snapshot that the sandboxes of a server begin with. */
export interface SnapshotStart extends SnapshotOverrides {
  /** What a snapshot file holds. */
  readonly file: unknown;
}

const mostNamed = 3;

/** Whether something read from a file is a snapshot, of whatever version. */
export function isSnapshotFile(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'format' in data && data.format === snapshotFormat;
}

/**
 * What sandboxes start from that begin with a snapshot file.
 *
 * @param control describes what such a file holds
 * @throws RangeError when the file is no snapshot that can be read, with what is wrong about it
 */
export function beginWithSnapshot(
  setup: SandboxSetup,
  { file, ...differing }: SnapshotStart,
  control: ApiContract,
): SandboxSetup {
  return withSnapshot(setup, readSnapshot(file, control), differing);
}

/** What a sandbox starts from that begins with a snapshot. */
export function withSnapshot(setup: SandboxSetup, snapshot: Snapshot, differing: SnapshotOverrides): SandboxSetup {
  const clock = clockOf(snapshot, differing);
  const { since: _since, ...setting } = clock;
  const { progression } = differing;
  return {
    ...setup,
    clock: setting.mode === 'real' && differing.at === undefined ? { mode: 'real' } : setting,
    seed: snapshotSeed,
    snapshot: { ...snapshot, records: replaceRecord(snapshot.records, kernelRecord(clockRecords, 'clock', clock)) },
    settings: [...(setup.settings ?? []), ...(progression === undefined ? [] : [{ progression }])],
  };
}

function clockOf({ at: taken, records }: Snapshot, { clock, at }: SnapshotOverrides): ClockRecord {
  const stored = records.find(
    ({ partition, collection }) => partition === kernelPartition && collection === clockRecords.name,
  );
  // The form of a snapshot was checked when it came.
  const { since: _since, at: shown, ...mode } = (stored?.value ?? { mode: 'manual', at: taken }) as ClockRecord;
  const turned = { ...(clock ?? mode), at: at ?? shown };
  return at === undefined ? turned : { ...turned, since: new Date(wallNow()).toISOString() };
}

/**
 * The snapshot that a file holds.
 *
 * @param control describes what such a file holds
 * @throws RangeError when it is none that can be read, with what is wrong about it
 */
export function readSnapshot(file: unknown, control: ApiContract): Snapshot {
  const { version, sandbox, at, kernel, records }: Partial<Record<string, unknown>> = Object(file);
  if (typeof version === 'number' && version < snapshotVersion) throw new RangeError(outdatedMessage(version));
  const findings = control.validator('Snapshot')(file);
  if (findings.length > 0) {
    const named = findings.slice(0, mostNamed).map(({ message }) => message);
    const more = findings.length > mostNamed ? [`and ${findings.length - mostNamed} more`] : [];
    throw new RangeError(`This is no snapshot that can be read: ${[...named, ...more].join('; ')}`);
  }
  // Its form is checked.
  const head = { sandbox, at, kernel } as Parameters<typeof fromFile>[0];
  return fromFile(head, records as Snapshot['records']);
}
