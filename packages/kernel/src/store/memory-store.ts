import { type Collection, ConflictError, type Store, type StoredRecord, type UnitOfWork } from './store.js';

interface Shelf {
  /** Counts the commits that changed this shelf; what a unit of work compares to find a conflict. */
  version: number;
  entries: Map<string, unknown>;
}

type Shelves = Map<string, Shelf>;

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
    for (const [address, shelf] of [...(this.#sandboxes.get(sandbox) ?? [])].sort(byKey)) {
      const [partition = '', collection = ''] = address.split(separator);
      for (const [key, value] of [...shelf.entries].sort(byKey)) records.push({ partition, collection, key, value });
    }
    return records;
  }

  async load(sandbox: string, records: readonly StoredRecord[]): Promise<void> {
    await this.clear(sandbox);
    const unit = this.begin(sandbox);
    for (const record of records) {
      await unit.collection(record.partition, record.collection).put(record.key, structuredClone(record.value));
    }
    await unit.commit();
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

class MemoryUnitOfWork implements UnitOfWork {
  #shelves: Shelves;
  #staged = new Map<string, Map<string, unknown>>();
  #versionsRead = new Map<string, number>();

  constructor(shelves: Shelves) {
    this.#shelves = shelves;
  }

  collection<T>(partition: string, name: string): Collection<T> {
    const address = `${partition}${separator}${name}`;
    return {
      get: async (key) => this.#read(address, key) as T | undefined,
      put: async (key, value) => this.#stage(address, key, freeze(value)),
      delete: async (key) => {
        const existed = this.#read(address, key) !== undefined;
        if (existed) this.#stage(address, key, deleted);
        return existed;
      },
      list: async () => this.#list(address) as Array<{ key: string; value: T }>,
    };
  }

  async commit(): Promise<void> {
    if (this.#staged.size === 0) return;
    for (const [address, version] of this.#versionsRead) {
      if ((this.#shelves.get(address)?.version ?? 0) === version) continue;
      const [partition = '', collection = ''] = address.split(separator);
      throw new ConflictError(partition, collection);
    }
    for (const [address, writes] of this.#staged) {
      const shelf = this.#shelves.get(address) ?? { version: 0, entries: new Map() };
      this.#shelves.set(address, shelf);
      shelf.version += 1;
      for (const [key, value] of writes) {
        if (value === deleted) shelf.entries.delete(key);
        else shelf.entries.set(key, value);
      }
    }
    this.#staged.clear();
    this.#versionsRead.clear();
  }

  #stage(address: string, key: string, value: unknown): void {
    const writes = this.#staged.get(address) ?? new Map<string, unknown>();
    this.#staged.set(address, writes);
    writes.set(key, value);
  }

  #read(address: string, key: string): unknown {
    const staged = this.#staged.get(address)?.get(key);
    if (staged === deleted) return undefined;
    return staged ?? this.#shelf(address)?.entries.get(key);
  }

  #list(address: string): Array<{ key: string; value: unknown }> {
    const entries = new Map(this.#shelf(address)?.entries);
    for (const [key, value] of this.#staged.get(address) ?? []) {
      if (value === deleted) entries.delete(key);
      else entries.set(key, value);
    }
    return [...entries].sort(byKey).map(([key, value]) => ({ key, value }));
  }

  #shelf(address: string): Shelf | undefined {
    const shelf = this.#shelves.get(address);
    if (!this.#versionsRead.has(address)) this.#versionsRead.set(address, shelf?.version ?? 0);
    return shelf;
  }
}

function byKey([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
