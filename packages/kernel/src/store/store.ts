import type { CollectionDefinition } from './define-collection.js';

/**
 * The port to durable state. A value is JSON-serialisable and belongs to the store once it is put: the caller must not
 * change it afterwards, and what `get` and `list` return must not be changed either.
 *
 * Addresses have four parts: sandbox, partition (whose data: an API, a client and a tenant), collection, key.
 */
export interface Store {
  /** Opens a unit of work on one sandbox. It sees what was committed, and its own staged writes. */
  begin(sandbox: string): UnitOfWork;
  /** Everything committed in a sandbox, in the order of partition, collection and key. */
  dump(sandbox: string): Promise<StoredRecord[]>;
  /** Replaces everything in a sandbox. */
  load(sandbox: string, records: readonly StoredRecord[]): Promise<void>;
  /** Removes a sandbox with all it holds. */
  clear(sandbox: string): Promise<void>;
  close(): Promise<void>;
}

export interface StoredRecord {
  partition: string;
  collection: string;
  key: string;
  value: unknown;
}

/** Staged reads and writes that become visible together, or not at all. */
export interface UnitOfWork {
  /** Whether anything is staged; a unit that has only read need not be committed. */
  readonly hasChanges: boolean;
  collection<Stored>(partition: string, definition: CollectionDefinition<Stored>): Collection<Stored>;
  /** Partitions with anything committed in them, sorted. What this unit has staged is not looked at. */
  partitions(): Promise<string[]>;
  /**
   * Makes all staged writes visible at once.
   *
   * @throws ConflictError when something this unit has read was changed by another unit meanwhile and this one writes;
   *   nothing was written, and the whole unit may be tried again
   */
  commit(): Promise<void>;
}

export interface Collection<T> {
  get(key: string): Promise<T | undefined>;
  put(key: string, value: T): Promise<void>;
  /** @returns whether there was something to delete */
  delete(key: string): Promise<boolean>;
  /** Every entry in the order of the keys' UTF-16 code units. */
  list(): Promise<Array<{ key: string; value: T }>>;
}

/** Two units of work met on the same data; the later one may be tried again. */
export class ConflictError extends Error {
  constructor(partition: string, collection: string) {
    super(`"${collection}" of "${partition}" was changed by another unit of work meanwhile`);
    this.name = 'ConflictError';
  }
}
