import type { ArchivedSandbox, SandboxArchive, StoredRecord } from '@understudy/kernel';
import {
  createSnapshot,
  defaultSandboxMetadata,
  MemoryAccount,
  readClock,
  type SandboxSnapshot,
  wallNowMs,
} from '@understudy/kernel/serving';
import { createSnapshotHeader, listApiRecords, readSnapshot, type SnapshotHeader } from '../sandboxes/snapshot-file.js';
import { reservedNamePrefix, SnapshotStore } from '../sandboxes/snapshot-store.js';
import { createControlSimulator } from './control-simulator.js';

export type SnapshotFile = SnapshotHeader & { readonly records: readonly StoredRecord[] };

const epoch = 0;

/** Returns the sandboxes of an offline archive, without the server's named snapshots. */
export async function offlineSandboxes(archive: SandboxArchive): Promise<ArchivedSandbox[]> {
  return (await archive.names()).filter(({ name }) => !name.startsWith(reservedNamePrefix));
}

/** @throws RangeError if the content of a snapshot file is invalid */
export function checkSnapshotFile(file: unknown): void {
  readSnapshot(file, createControlSimulator().contract);
}

/** Exports a sandbox of an offline archive as a snapshot file; undefined if it does not exist. */
export async function exportSandbox(archive: SandboxArchive, sandbox: string): Promise<SnapshotFile | undefined> {
  const records = await archive.read(sandbox);
  if (records.length === 0) return undefined;
  return toSnapshotFile(createSnapshot(sandbox, readClock(records), records));
}

function toSnapshotFile(snapshot: SandboxSnapshot): SnapshotFile {
  return { ...createSnapshotHeader(snapshot), records: listApiRecords(snapshot) };
}

/** Opens the named snapshots of an offline archive, as snapshot files. */
export function openOfflineSnapshots(archive: SandboxArchive) {
  const most = Number.POSITIVE_INFINITY;
  const account = new MemoryAccount(most);
  const store = new SnapshotStore({ most, archive, isShared: false, account, ownerOf: () => undefined });
  return {
    names: async (): Promise<string[]> => (await store.list()).map(([name]) => name),
    async export(name: string): Promise<SnapshotFile | undefined> {
      const snapshot = await store.get(name);
      return snapshot === undefined ? undefined : toSnapshotFile(snapshot);
    },
    /** @throws RangeError if the file is invalid */
    async import(name: string, file: unknown): Promise<void> {
      await store.put(name, readSnapshot(file, createControlSimulator().contract), async () => () => undefined);
    },
  };
}

/**
 * Imports a snapshot file into an offline archive.
 * @param timeToLive milliseconds
 * @throws RangeError if the file is invalid
 */
export async function importSandbox(
  archive: SandboxArchive,
  sandbox: string,
  { file, timeToLive }: { readonly file: unknown; readonly timeToLive: number },
): Promise<void> {
  const { records } = readSnapshot(file, createControlSimulator().contract);
  await archive.append(sandbox, epoch, [
    { kind: 'clear' },
    ...records.map((record) => ({ kind: 'put', ...record }) as const),
    { kind: 'metadata', metadata: { ...defaultSandboxMetadata, timeToLive, lastUsed: wallNowMs() } },
  ]);
}
