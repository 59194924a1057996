import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ArchiveChange, SandboxArchive, StoredRecord } from '@understudy/kernel';
import { defineCollection } from '@understudy/kernel';
import type { MemoryAccount, SandboxSnapshot } from '@understudy/kernel/serving';
import { estimateRecordBytes, kernelPartition, NotArchivedError } from '@understudy/kernel/serving';
import { listApiRecords } from './snapshot-file.js';

/** A snapshot, as listed. */
export interface SnapshotSummary extends Pick<SandboxSnapshot, 'sandbox' | 'at'> {
  readonly records: number;
  /** Approximate size in bytes; absent in snapshots of earlier versions. */
  readonly bytes?: number;
}

/** Snapshot summaries by name. */
const headings = defineCollection<SnapshotSummary>('snapshots');

/** Prefix of all names in an archive that are not sandboxes. No sandbox name can start with it. */
export const reservedNamePrefix = ':';
const headingsPlace = `${reservedNamePrefix}snapshots`;
const archiveName = (name: string) => `${reservedNamePrefix}snapshot/${name}`;

/** The epoch of a process that does not share its archive. */
const epoch = 0;

/** The server has its maximum number of snapshots. */
export class SnapshotLimitError extends Error {
  constructor(most: number) {
    super(
      `There are ${most} snapshots, the most that this server keeps; delete one, or start it with --limit maxSnapshots`,
    );
    this.name = 'SnapshotLimitError';
  }
}

/** Records to count per turn of the event loop. */
const inOneTurn = 1000;

type Admit = (owner: string | undefined, bytes: number) => Promise<() => void>;

interface Given {
  /** Maximum number of snapshots per owner, and of those without an owner. */
  readonly most: number;
  readonly archive: SandboxArchive | undefined;
  /** True if other processes also store snapshots in the archive. */
  readonly isShared: boolean;
  /** Counts the memory used, in bytes. */
  readonly account: MemoryAccount;
  /** Returns the control token that owns a snapshot with this name; undefined if there is none. */
  ownerOf(name: string): string | undefined;
}

/** The named snapshots of a server. They are stored in the archive like sandboxes; without an archive, in memory. */
export class SnapshotStore {
  readonly #given: Given;
  readonly #archive: SandboxArchive | undefined;
  /** The summaries, read from the archive once. */
  #headings: Promise<Map<string, SnapshotSummary>> | undefined;
  #inMemory = new Map<string, SandboxSnapshot>();
  /** Serializes changes, so that snapshots are counted one at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(given: Given) {
    this.#given = given;
    this.#archive = given.archive;
  }

  async list(): Promise<Array<readonly [name: string, heading: SnapshotSummary]>> {
    return [...(await this.#known())];
  }

  /** Returns the approximate size of an owner's snapshots in bytes. */
  async bytesOf(owner: string): Promise<number> {
    return (await this.#ofOwner(owner)).reduce((sum, [, { bytes = 0 }]) => sum + bytes, 0);
  }

  async get(name: string): Promise<SandboxSnapshot | undefined> {
    const heading = (await this.#known()).get(name);
    if (heading === undefined || this.#archive === undefined) return this.#inMemory.get(name);
    return { sandbox: heading.sandbox, at: heading.at, records: await this.#archive.read(archiveName(name)) };
  }

  /**
   * Stores or replaces a snapshot.
   * @param admit reserves the added bytes and returns a function that releases them; can throw to reject them
   * @throws SnapshotLimitError if there are too many
   * @throws NotArchivedError if it could not be stored
   */
  put(name: string, snapshot: SandboxSnapshot, admit: Admit): Promise<SnapshotSummary> {
    const put = this.#turn.then(() => this.#put(name, snapshot, admit));
    this.#turn = put.catch(() => undefined);
    return put;
  }

  async #put(name: string, snapshot: SandboxSnapshot, admit: Admit): Promise<SnapshotSummary> {
    const known = await this.#known();
    const { most, ownerOf } = this.#given;
    const owner = ownerOf(name);
    if (!known.has(name) && (await this.#ofOwner(owner)).length >= most) throw new SnapshotLimitError(most);
    const bytes = await bytesOf(snapshot.records);
    const release = await admit(owner, bytes - (known.get(name)?.bytes ?? 0));
    try {
      return await this.#store(name, snapshot, { known, bytes });
    } finally {
      release();
    }
  }

  async #store(
    name: string,
    snapshot: SandboxSnapshot,
    { known, bytes }: { readonly known: Map<string, SnapshotSummary>; readonly bytes: number },
  ): Promise<SnapshotSummary> {
    const { sandbox, at, records } = snapshot;
    const heading = { sandbox, at, records: listApiRecords(snapshot).length, bytes };
    // Both are appended in the same event loop turn and therefore stored together.
    await this.#keep(name, [
      this.#archive?.append(archiveName(name), epoch, [{ kind: 'clear' }, ...records.map(putOf)]),
      this.#archive?.append(headingsPlace, epoch, [putOf(headingRecord(name, heading))]),
    ]);
    if (this.#archive === undefined) {
      this.#given.account.add(bytes - (known.get(name)?.bytes ?? 0));
      this.#inMemory.set(name, snapshot);
    }
    known.set(name, heading);
    return heading;
  }

  /** @returns whether the snapshot existed */
  async delete(name: string): Promise<boolean> {
    const known = await this.#known();
    const heading = known.get(name);
    if (heading === undefined) return false;
    known.delete(name);
    if (this.#inMemory.delete(name)) this.#given.account.add(-(heading.bytes ?? 0));
    const { value: _heading, ...place } = headingRecord(name, undefined);
    await this.#archive?.append(headingsPlace, epoch, [{ kind: 'delete', ...place }]);
    await this.#archive?.drop(archiveName(name));
    return true;
  }

  async #keep(name: string, appends: ReadonlyArray<Promise<void> | undefined>): Promise<void> {
    try {
      await Promise.all(appends);
    } catch (error) {
      throw new NotArchivedError(`snapshot "${name}"`, error);
    }
  }

  async #ofOwner(owner: string | undefined) {
    return (await this.list()).filter(([name]) => this.#given.ownerOf(name) === owner);
  }

  #known(): Promise<Map<string, SnapshotSummary>> {
    if (this.#given.isShared) return readHeadings(this.#archive);
    this.#headings ??= readHeadings(this.#archive);
    return this.#headings;
  }
}

async function readHeadings(archive: SandboxArchive | undefined): Promise<Map<string, SnapshotSummary>> {
  const records = (await archive?.read(headingsPlace)) ?? [];
  // The archive contains only summaries under this name.
  return new Map(records.map(({ key, value }) => [key, value as SnapshotSummary]));
}

function headingRecord(name: string, value: SnapshotSummary | undefined): StoredRecord {
  return { partition: kernelPartition, collection: headings.name, key: name, value };
}

async function bytesOf(records: readonly StoredRecord[]): Promise<number> {
  let bytes = 0;
  for (const [index, { key, value }] of records.entries()) {
    bytes += estimateRecordBytes(key, value);
    if (index % inOneTurn === inOneTurn - 1) await nextTurn();
  }
  return bytes;
}

function putOf(record: StoredRecord): ArchiveChange {
  return { kind: 'put', ...record };
}
