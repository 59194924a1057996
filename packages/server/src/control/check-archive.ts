import type { SandboxArchive } from '@understudy/kernel';
import { createSnapshot, readClock } from '@understudy/kernel/serving';
import { createSnapshotHeader, listApiRecords, readSnapshot } from '../sandboxes/snapshot-file.js';
import { reservedNamePrefix } from '../sandboxes/snapshot-store.js';
import { createControlSimulator } from './control-simulator.js';

/** A sandbox of an archive that no server uses. */
interface CheckedSandbox {
  readonly name: string;
  readonly records: number;
  /** Why the sandbox cannot be restored. */
  readonly damage?: string;
}

/** @throws RangeError if the content of a snapshot file is invalid */
export function checkSnapshotFile(file: unknown): void {
  readSnapshot(file, createControlSimulator().contract);
}

/** Reads all sandboxes of an archive, and validates them against the snapshot format. */
export async function* checkArchive(archive: SandboxArchive): AsyncGenerator<CheckedSandbox> {
  for (const { name } of await archive.names()) {
    if (name.startsWith(reservedNamePrefix)) continue;
    try {
      const stored = await archive.read(name);
      const snapshot = createSnapshot(name, readClock(stored), stored);
      const records = listApiRecords(snapshot);
      checkSnapshotFile({ ...createSnapshotHeader(snapshot), records });
      yield { name, records: records.length };
    } catch (error) {
      yield { name, records: 0, damage: error instanceof Error ? error.message : String(error) };
    }
  }
}
