import { setImmediate as nextTurn } from 'node:timers/promises';
import { byKey } from './by-key.js';
import type { CollectionDefinition } from './define-collection.js';
import { sortInTurns } from './sort-in-turns.js';
import { type Collection, ConflictError, type Store, type StoredRecord, type UnitOfWork } from './store.js';

interface Shelf {
  /** Number of the latest commit that changed anything on this shelf; what a list is compared by. */
  version: number;
  entries: Map<string, Entry>;
}

interface Entry {
  readonly value: unknown;
  /** Number of the commit that put it; what a single read is compared by. */
  readonly version: number;
}

type Shelves = Map<string, Shelf>;

/** Records that are copied before others get a turn of the event loop. */
const inOneTurn = 1000;

const separator = '\u0000';
const deleted = Symbol('deleted');

/** The {@link Store} in memory. Values are frozen when they are put, so that a forgotten change fails loudly. */
export class MemoryStore implements Store {
  #sandboxes = new Map<string, Shelves>();

  begin(sandbox: string): UnitOfWork {
    return new MemoryUnitOfWork(this.#shelves(sandbox));
  }

  async dump(sandbox: string): Promise<StoredRecord[]> {
    const records: StoredRecord[] = [];
    const shelves = await sortInTurns([...(this.#sandboxes.get(sandbox) ?? [])]);
    // All at one moment; to put them in order takes longer.
    const contents = shelves.map(([address, { entries }]): [string, [string, Entry][]] => [address, [...entries]]);
    for (const [address, entries] of contents) {
      const [partition = '', collection = ''] = address.split(separator);
      for (const [key, { value }] of await sortInTurns(entries)) records.push({ partition, collection, key, value });
    }
    return records;
  }

  async load(sandbox: string, records: readonly StoredRecord[]): Promise<void> {
    const shelves: Shelves = new Map();
    const version = nextVersion();
    for (const [index, { partition, collection, key, value }] of records.entries()) {
      if (index % inOneTurn === inOneTurn - 1) await nextTurn();
      const address = `${partition}${separator}${collection}`;
      const shelf = shelves.get(address) ?? { version, entries: new Map() };
      shelves.set(address, shelf);
      // What another store or sandbox holds is frozen, and can be shared.
      shelf.entries.set(key, { value: Object.isFrozen(value) ? value : freeze(structuredClone(value)), version });
    }
    this.#sandboxes.set(sandbox, shelves);
  }

  async clear(sandbox: string): Promise<void> {
    // A unit of work begun before commits into what nobody can see any more: as if it had come first.
    this.#sandboxes.delete(sandbox);
  }

  async close(): Promise<void> {
    this.#sandboxes.clear();
  }

  #shelves(sandbox: string): Shelves {
    let shelves = this.#sandboxes.get(sandbox);
    if (shelves === undefined) {
      shelves = new Map();
      this.#sandboxes.set(sandbox, shelves);
    }
    return shelves;
  }
}

/** One entry that was looked at, or, without a key, a shelf that was listed, with the version seen; 0 for none. */
interface Seen {
  readonly address: string;
  readonly key: string | undefined;
  readonly version: number;
}

class MemoryUnitOfWork implements UnitOfWork {
  readonly #shelves: Shelves;
  /** Made with the first write: most units of work only read. */
  #staged: Map<string, Map<string, unknown>> | undefined;
  /** In the order of reading; what is read twice stands here twice. */
  #seen: Seen[] = [];

  constructor(shelves: Shelves) {
    this.#shelves = shelves;
  }

  get hasChanges(): boolean {
    return this.#staged !== undefined;
  }

  collection<Stored>(partition: string, { name }: CollectionDefinition<Stored>): Collection<Stored> {
    return new MemoryCollection<Stored>(this, `${partition}${separator}${name}`);
  }

  async partitions(): Promise<string[]> {
    const names = [...this.#shelves]
      .filter(([, shelf]) => shelf.entries.size > 0)
      .map(([address]) => address.slice(0, address.indexOf(separator)));
    return [...new Set(names)].sort();
  }

  async commit(): Promise<void> {
    if (this.#staged === undefined) return;
    this.#refuseStaleReads();
    const version = nextVersion();
    for (const [address, writes] of this.#staged) {
      const shelf = this.#shelves.get(address) ?? { version: 0, entries: new Map() };
      this.#shelves.set(address, shelf);
      shelf.version = version;
      for (const [key, value] of writes) {
        if (value === deleted) shelf.entries.delete(key);
        else shelf.entries.set(key, { value, version });
      }
    }
    this.#staged = undefined;
    this.#seen = [];
  }

  #refuseStaleReads(): void {
    for (const { address, key, version } of this.#seen) {
      const shelf = this.#shelves.get(address);
      const current = key === undefined ? shelf?.version : shelf?.entries.get(key)?.version;
      if ((current ?? 0) !== version) throw conflictAt(address);
    }
  }

  stage(address: string, key: string, value: unknown): void {
    this.#staged ??= new Map();
    const writes = this.#staged.get(address) ?? new Map<string, unknown>();
    this.#staged.set(address, writes);
    writes.set(key, value);
  }

  read(address: string, key: string): unknown {
    const staged = this.#staged?.get(address)?.get(key);
    if (staged === deleted) return undefined;
    if (staged !== undefined) return staged;
    const entry = this.#shelves.get(address)?.entries.get(key);
    this.#seen.push({ address, key, version: entry?.version ?? 0 });
    return entry?.value;
  }

  list(address: string): Array<{ key: string; value: unknown }> {
    const shelf = this.#shelves.get(address);
    this.#seen.push({ address, key: undefined, version: shelf?.version ?? 0 });
    const entries = new Map([...(shelf?.entries ?? [])].map(([key, { value }]): [string, unknown] => [key, value]));
    for (const [key, value] of this.#staged?.get(address) ?? []) {
      if (value === deleted) entries.delete(key);
      else entries.set(key, value);
    }
    return [...entries].sort(byKey).map(([key, value]) => ({ key, value }));
  }
}

class MemoryCollection<T> implements Collection<T> {
  readonly #unit: MemoryUnitOfWork;
  readonly #address: string;

  constructor(unit: MemoryUnitOfWork, address: string) {
    this.#unit = unit;
    this.#address = address;
  }

  async get(key: string): Promise<T | undefined> {
    return this.#unit.read(this.#address, key) as T | undefined;
  }

  async put(key: string, value: T): Promise<void> {
    this.#unit.stage(this.#address, key, freeze(value));
  }

  async delete(key: string): Promise<boolean> {
    const existed = this.#unit.read(this.#address, key) !== undefined;
    if (existed) this.#unit.stage(this.#address, key, deleted);
    return existed;
  }

  async list(): Promise<Array<{ key: string; value: T }>> {
    return this.#unit.list(this.#address) as Array<{ key: string; value: T }>;
  }
}

let latestVersion = 0;

/** Commits are numbered over all stores, so that a number never comes twice, also when a sandbox begins anew. */
function nextVersion(): number {
  latestVersion += 1;
  return latestVersion;
}

function conflictAt(address: string): ConflictError {
  const [partition = '', collection = ''] = address.split(separator);
  return new ConflictError(partition, collection);
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
