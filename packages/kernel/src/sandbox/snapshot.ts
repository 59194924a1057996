import { kernelPartition } from '../store/kernel-records.js';
import type { StoredRecord } from '../store/store.js';

export const snapshotFormat = 'understudy-snapshot';
export const snapshotVersion = 3;

/**
 * Everything that a sandbox was at one moment, as records: its state, and what the kernel keeps beside it, such as clock,
 * chance, settings, unfinished jobs and deliveries. The journal is a record of what was, and stays out.
 */
export interface Snapshot {
  /** Name of the sandbox it was taken from. */
  readonly sandbox: string;
  /** ISO 8601 instant that the clock of the sandbox showed. */
  readonly at: string;
  readonly records: readonly StoredRecord[];
}

/** Why a snapshot of an earlier version is not taken. */
export const outdatedMessage = (version: number): string =>
  `This snapshot is of version ${version}, which an earlier Understudy has made; this one reads version ${snapshotVersion}. Load it with the Understudy that made it, or take it again with this one: understudy snapshot save <file>`;

/** A snapshot in a file, without the records of the APIs: these are many. */
export interface SnapshotHeader {
  readonly format: typeof snapshotFormat;
  readonly version: typeof snapshotVersion;
  readonly sandbox: string;
  readonly at: string;
  /** The records of the kernel, by collection and key. */
  readonly kernel: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The records of the APIs. */
export function apiRecords({ records }: Snapshot): StoredRecord[] {
  return records.filter(({ partition }) => partition !== kernelPartition);
}

/** What stands in a file before the records of the APIs. */
export function snapshotHeader({ sandbox, at, records }: Snapshot): SnapshotHeader {
  const kept = new Map<string, [string, unknown][]>();
  for (const { partition, collection, key, value } of records) {
    if (partition !== kernelPartition) continue;
    const entries = kept.get(collection) ?? [];
    kept.set(collection, entries);
    entries.push([key, value]);
  }
  const kernel = Object.fromEntries(
    [...kept].map(([collection, entries]) => [collection, Object.fromEntries(entries)]),
  );
  return { format: snapshotFormat, version: snapshotVersion, sandbox, at, kernel };
}

/** The snapshot of a file whose form was checked. */
export function fromFile(
  { sandbox, at, kernel }: Pick<SnapshotHeader, 'sandbox' | 'at' | 'kernel'>,
  records: readonly StoredRecord[],
): Snapshot {
  const ofKernel = Object.entries(kernel).flatMap(([collection, values]) =>
    Object.entries(values).map(([key, value]) => ({ partition: kernelPartition, collection, key, value })),
  );
  return { sandbox, at, records: [...records, ...ofKernel] };
}
