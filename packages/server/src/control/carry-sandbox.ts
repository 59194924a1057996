import type { Archive, StoredRecord } from '@understudy/kernel';
import { clockIn, defaultMetadata, snapshotOf, wallNow } from '@understudy/kernel/serving';
import { apiRecords, readSnapshot, type SnapshotHeader, snapshotHeader } from '../sandboxes/snapshot-file.js';
import { createControlSimulator } from './control-simulator.js';

/** What a snapshot file holds. */
export type SnapshotFile = SnapshotHeader & { readonly records: readonly StoredRecord[] };

/** One process has its archive for itself. */
const epoch = 0;

/**
 * A sandbox of an archive that no process serves, in the form of a snapshot file; undefined when there is none of this
 * name.
 */
export async function exportSandbox(archive: Archive, sandbox: string): Promise<SnapshotFile | undefined> {
  const records = await archive.read(sandbox);
  if (records.length === 0) return undefined;
  const snapshot = snapshotOf(sandbox, clockIn(records), records);
  return { ...snapshotHeader(snapshot), records: apiRecords(snapshot) };
}

/**
 * Puts the content of a snapshot file into an archive that no process serves, replacing a sandbox of that name.
 *
 * @param file as it was read
 * @param timeToLive milliseconds without a request after which it is removed
 * @throws RangeError when it is no snapshot that can be read, with what is wrong about it
 */
export async function importSandbox(
  archive: Archive,
  sandbox: string,
  { file, timeToLive }: { readonly file: unknown; readonly timeToLive: number },
): Promise<void> {
  const { records } = readSnapshot(file, createControlSimulator().contract);
  await archive.append(sandbox, epoch, [
    { kind: 'clear' },
    ...records.map((record) => ({ kind: 'put', ...record }) as const),
    { kind: 'metadata', metadata: { ...defaultMetadata, timeToLive, lastUsed: wallNow() } },
  ]);
}
