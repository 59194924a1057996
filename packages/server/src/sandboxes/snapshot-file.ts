import { type ApiContract, isObject } from '@understudy/contract';
import type { StoredRecord } from '@understudy/kernel';
import type { SandboxSnapshot } from '@understudy/kernel/serving';
import { kernelPartition } from '@understudy/kernel/serving';

const snapshotFormat = 'understudy-snapshot';
export const snapshotVersion = 3;

export const formatOutdatedMessage = (version: number): string =>
  `This snapshot has version ${version} of an earlier Understudy, but this one reads version ${snapshotVersion}. Load it with the Understudy that created it, or save it again with this one: understudy state save <file>`;

/** A snapshot file without the API records, which can be numerous. */
interface SnapshotHeader {
  readonly format: typeof snapshotFormat;
  readonly version: typeof snapshotVersion;
  readonly sandbox: string;
  readonly at: string;
  /** The kernel's records, by collection and key. */
  readonly kernel: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export function listApiRecords({ records }: SandboxSnapshot): StoredRecord[] {
  return records.filter(({ partition }) => partition !== kernelPartition);
}

/** Creates the part of the file that precedes the records of the APIs. */
export function createSnapshotHeader({ sandbox, at, records }: SandboxSnapshot): SnapshotHeader {
  const collections = new Map<string, [string, unknown][]>();
  for (const { partition, collection, key, value } of records) {
    if (partition !== kernelPartition) continue;
    const entries = collections.get(collection) ?? [];
    collections.set(collection, entries);
    entries.push([key, value]);
  }
  // A key can be `__proto__`.
  const kernel = Object.fromEntries([...collections].map(([name, entries]) => [name, Object.fromEntries(entries)]));
  return { format: snapshotFormat, version: snapshotVersion, sandbox, at, kernel };
}

/** Parses a valid snapshot file. */
export function parseSnapshot(
  { sandbox, at, kernel }: Pick<SnapshotHeader, 'sandbox' | 'at' | 'kernel'>,
  records: readonly StoredRecord[],
): SandboxSnapshot {
  const ofKernel = Object.entries(kernel).flatMap(([collection, values]) =>
    Object.entries(values).map(([key, value]) => ({ partition: kernelPartition, collection, key, value })),
  );
  return { sandbox, at, records: [...records, ...ofKernel] };
}

/** Returns whether the content of a file is a snapshot of any version. */
export function isSnapshotFile(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'format' in data && data.format === snapshotFormat;
}

const maxFindings = 3;

/** @throws RangeError if the file is not a valid snapshot */
export function readSnapshot(file: unknown, control: ApiContract): SandboxSnapshot {
  const { version, sandbox, at, kernel, records } = isObject(file) ? file : {};
  if (typeof version === 'number' && version < snapshotVersion) throw new RangeError(formatOutdatedMessage(version));
  const findings = control.validator('Snapshot')(file);
  if (findings.length > 0) {
    const named = findings.slice(0, maxFindings).map(({ message }) => message);
    const more = findings.length > maxFindings ? [`and ${findings.length - maxFindings} more`] : [];
    throw new RangeError(`This is not a valid snapshot: ${[...named, ...more].join('; ')}`);
  }
  return parseSnapshot({ sandbox, at, kernel } as SnapshotHeader, records as SandboxSnapshot['records']);
}
