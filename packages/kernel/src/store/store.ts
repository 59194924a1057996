import type { CollectionDefinition, IndexKeys, NoIndexes } from './define-collection.js';
import type { IndexKeyPrefix } from './index-key.js';

/**
 * The port to the stored state. Values are JSON and immutable once stored. An address has four parts: sandbox,
 * partition
 * (API, client and tenant), collection and key.
 */
export interface RecordStore {
  /** Opens a unit of work, which sees committed data and its own writes. @param log receives its commits */
  begin(sandbox: string, log?: CommitListener): UnitOfWork;
  /** Reads all committed records, ordered by partition, collection and key. */
  dump(sandbox: string): Promise<StoredRecord[]>;
  /** Replaces all records and notifies the log. */
  load(sandbox: string, records: readonly StoredRecord[], log?: CommitListener): Promise<void>;
  /** Replaces all records with stored ones, without notifying a log. @returns their approximate size in bytes */
  loadPages(sandbox: string, pages: readonly StoredPage[]): Promise<number>;
  /** Deletes a sandbox with its records. */
  clear(sandbox: string): Promise<void>;
  close(): Promise<void>;
}

/** A listener that is notified synchronously of a sandbox's changes. */
export interface CommitListener {
  /**
   * Called before all records are replaced. Can throw to prevent the replacement.
   * @param bytes size of the new records
   * @returns a function to call after the replacement
   */
  admit?(bytes: number): Promise<() => void>;
  /** @param growth approximate additional bytes @param replacedBytes size of the previous values */
  committed(changes: readonly StoredChange[], growth: number, replacedBytes: number): void;
  /** Called after all records were replaced. @param bytes approximate size @param changes the records that differ */
  replaced(records: readonly StoredRecord[], bytes: number, changes: readonly StoredChange[]): void;
}

/** A write, or a deletion if there is no value. */
export interface StoredChange {
  readonly partition: string;
  readonly collection: string;
  readonly key: string;
  readonly value: unknown;
  /** The previous value; undefined for a new record. */
  readonly before: unknown;
}

export interface StoredRecord {
  partition: string;
  collection: string;
  key: string;
  value: unknown;
}

/** Stored records of one collection. */
export interface StoredPage {
  readonly partition: string;
  readonly collection: string;
  readonly entries: readonly CollectionEntry<unknown>[];
  /** Approximate heap bytes of the values. */
  readonly bytes: number;
}

/** Reads and staged writes. The writes become visible together. */
export interface UnitOfWork {
  /** True if anything is staged. */
  readonly hasChanges: boolean;
  /** Returns whether the commit would add records beyond this number. */
  growsBeyond(most: number): boolean;
  /** Approximate additional bytes after the commit. */
  readonly growth: number;
  collection<Stored, Keys extends IndexKeys>(
    partition: string,
    definition: CollectionDefinition<Stored, Keys>,
  ): Collection<Stored, Keys>;
  /** Lists the partitions with committed data, sorted. */
  partitions(): Promise<string[]>;
  /** Lists the collections with committed data, sorted. */
  collections(): Promise<Array<{ readonly partition: string; readonly collection: string }>>;
  /**
   * Makes all staged writes visible at once.
   * @param also adds further writes to the same commit; must not read
   * @throws ConflictError if another unit has changed data that this unit has read; nothing is then written
   */
  commit(also?: (write: RecordWriter) => void): void;
}

/** Writes a record. Undefined deletes it. */
export type RecordWriter = <Stored>(
  partition: string,
  definition: CollectionDefinition<Stored>,
  key: string,
  value: Stored | undefined,
) => void;

export interface CollectionEntry<T> {
  readonly key: string;
  readonly value: T;
}

/** The name of an index. `key` sorts by record key. */
export type IndexName<Keys extends IndexKeys> = (keyof Keys & string) | 'key';

export type RangeBound<Keys extends IndexKeys, Name extends IndexName<Keys>> = Name extends keyof Keys
  ? IndexKeyPrefix<Keys[Name]>
  : readonly [] | readonly [key: string];

export interface RangeOptions<T> {
  /** Maximum number of entries. Unlimited by default. */
  readonly limit?: number;
  /** True to list from the end to the start. */
  readonly reverse?: boolean;
  /** Entry of an earlier range after which to continue, even if it was deleted. */
  readonly after?: CollectionEntry<T>;
}

export interface Collection<T, Keys extends IndexKeys = NoIndexes> {
  get(key: string): Promise<T | undefined>;
  /** Like `get`, but synchronous, because a unit of work has all of its records in memory. */
  getSync(key: string): T | undefined;
  put(key: string, value: T): Promise<void>;
  /** @returns whether the record existed */
  delete(key: string): Promise<boolean>;
  /** Lists all entries in key order. Use it only for small collections. */
  list(): Promise<CollectionEntry<T>[]>;
  /**
   * Lists entries in the order of an index, including staged writes.
   * @param from first key, or its first parts
   * @param to last key, inclusive
   * @throws TypeError for an unknown index
   */
  range<Name extends IndexName<Keys>>(
    index: Name,
    from?: RangeBound<Keys, Name>,
    to?: RangeBound<Keys, Name>,
    options?: RangeOptions<T>,
  ): Promise<CollectionEntry<T>[]>;
  /** The same without waiting. */
  rangeSync<Name extends IndexName<Keys>>(
    index: Name,
    from?: RangeBound<Keys, Name>,
    to?: RangeBound<Keys, Name>,
    options?: RangeOptions<T>,
  ): CollectionEntry<T>[];
  /** Counts the entries in a range; by default, in the whole collection. */
  count<Name extends IndexName<Keys>>(
    index?: Name,
    from?: RangeBound<Keys, Name>,
    to?: RangeBound<Keys, Name>,
  ): Promise<number>;
  /** The same without waiting. */
  countSync<Name extends IndexName<Keys>>(
    index?: Name,
    from?: RangeBound<Keys, Name>,
    to?: RangeBound<Keys, Name>,
  ): number;
}

export type DefinedCollection<Definition> =
  Definition extends CollectionDefinition<infer Stored, infer Keys> ? Collection<Stored, Keys> : never;

/** Two units of work are in conflict. The later one can be retried. */
export class ConflictError extends Error {
  constructor({ partition, collection }: { readonly partition: string; readonly collection: string }) {
    super(`Another unit of work has changed "${collection}" of "${partition}"`);
    this.name = 'ConflictError';
  }
}
