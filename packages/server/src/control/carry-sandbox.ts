import type { Archive, StoredRecord } from '@understudy/kernel';
import { clockIn, defaultMetadata, snapshotOf, wallNow } from '@understudy/kernel/serving';
import { apiRecords, readSnapshot, type SnapshotHeader, snapshotHeader } from '../sandboxes/snapshot-file.js';
import { createControlSimulator } from './control-simulator.js';

/** The content of a snapshot file. */
export type SnapshotFile = SnapshotHeader & { readonly records: readonly StoredRecord[] };

const epoch = 0;

/** Exports a sandbox of an offline archive as a snapshot file; undefined if it does not exist. */
export async function exportSandbox(archive: Archive, sandbox: string): Promise<SnapshotFile | undefined> {
  const records = await archive.read(sandbox);
  if (records.length === 0) return undefined;
  const snapshot = snapshotOf(sandbox, clockIn(records), records);
  return { ...snapshotHeader(snapshot), records: apiRecords(snapshot) };
}

/**
 * Imports a snapshot file into an offline archive.
 * @param timeToLive milliseconds
 * @throws RangeError if the file is invalid
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
