import type { Archive, ArchiveChange } from '../archive/archive.js';
import { NotArchived } from '../archive/archive-log.js';
import { defineCollection } from '../store/define-collection.js';
import { kernelPartition } from '../store/kernel-records.js';
import type { StoredRecord } from '../store/store.js';
import { recordsOfApis, type Snapshot } from './snapshot.js';

/** What a list of snapshots shows of one. */
export interface SnapshotHeading extends Pick<Snapshot, 'sandbox' | 'at'> {
  /** How many records the APIs have in it. */
  readonly records: number;
}

/** By their names. */
const headings = defineCollection<SnapshotHeading>('snapshots');

/** Names of everything that an archive keeps besides sandboxes begin with it; no sandbox has such a name. */
export const besideSandboxes = ':';
const headingsPlace = `${besideSandboxes}snapshots`;
const placeOf = (name: string) => `${besideSandboxes}snapshot/${name}`;

/** One process has its archive for itself. */
const epoch = 0;

/** There are as many snapshots as there may be. */
export class TooManySnapshots extends Error {
  constructor(most: number) {
    super(`There are ${most} snapshots, the most that this server keeps; delete one, or start it with --max-snapshots`);
    this.name = 'TooManySnapshots';
  }
}

/**
 * The snapshots that a server keeps, by their names. A snapshot consists of records; an archive holds it as a sandbox
 * that no one wakes, and without an archive it stays in memory.
 */
export class Snapshots {
  readonly #most: number;
  readonly #archive: Archive | undefined;
  readonly #isShared: boolean;
  /** Read from the archive once. */
  #headings: Promise<Map<string, SnapshotHeading>> | undefined;
  #inMemory = new Map<string, Snapshot>();

  /**
   * @param most snapshots that are kept
   * @param isShared whether other processes put snapshots there, too
   */
  constructor(most: number, archive?: Archive, isShared = false) {
    this.#most = most;
    this.#archive = archive;
    this.#isShared = isShared;
  }

  async list(): Promise<Array<readonly [name: string, heading: SnapshotHeading]>> {
    return [...(await this.#known())];
  }

  async get(name: string): Promise<Snapshot | undefined> {
    const heading = (await this.#known()).get(name);
    if (heading === undefined || this.#archive === undefined) return this.#inMemory.get(name);
    return { sandbox: heading.sandbox, at: heading.at, records: await this.#archive.read(placeOf(name)) };
  }

  /**
   * Keeps a snapshot, instead of one that had its name.
   *
   * @throws TooManySnapshots when there is no room
   * @throws NotArchived when the archive has no room
   */
  async put(name: string, snapshot: Snapshot): Promise<SnapshotHeading> {
    const known = await this.#known();
    if (!known.has(name) && known.size >= this.#most) throw new TooManySnapshots(this.#most);
    const { sandbox, at, records } = snapshot;
    const heading = { sandbox, at, records: recordsOfApis(snapshot).length };
    // Both are written in one turn, and so together.
    await this.#keep(name, [
      this.#archive?.append(placeOf(name), epoch, [{ kind: 'clear' }, ...records.map(putOf)]),
      this.#archive?.append(headingsPlace, epoch, [putOf(headingRecord(name, heading))]),
    ]);
    known.set(name, heading);
    if (this.#archive === undefined) this.#inMemory.set(name, snapshot);
    return heading;
  }

  /** @returns whether there was one */
  async delete(name: string): Promise<boolean> {
    if (!(await this.#known()).delete(name)) return false;
    this.#inMemory.delete(name);
    const { value: _heading, ...place } = headingRecord(name, undefined);
    await this.#archive?.append(headingsPlace, epoch, [{ kind: 'delete', ...place }]);
    await this.#archive?.drop(placeOf(name));
    return true;
  }

  async #keep(name: string, appends: ReadonlyArray<Promise<void> | undefined>): Promise<void> {
    try {
      await Promise.all(appends);
    } catch (error) {
      throw new NotArchived(`snapshot "${name}"`, error);
    }
  }

  #known(): Promise<Map<string, SnapshotHeading>> {
    if (this.#isShared) return readHeadings(this.#archive);
    this.#headings ??= readHeadings(this.#archive);
    return this.#headings;
  }
}

async function readHeadings(archive: Archive | undefined): Promise<Map<string, SnapshotHeading>> {
  const records = (await archive?.read(headingsPlace)) ?? [];
  // Nothing else is ever put there.
  return new Map(records.map(({ key, value }) => [key, value as SnapshotHeading]));
}

function headingRecord(name: string, value: SnapshotHeading | undefined): StoredRecord {
  return { partition: kernelPartition, collection: headings.name, key: name, value };
}

function putOf(record: StoredRecord): ArchiveChange {
  return { kind: 'put', ...record };
}
