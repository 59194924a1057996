import type { CollectionDefinition, IndexKeys, NoIndexes } from './define-collection.js';
import type { IndexKeyPrefix } from './index-key.js';

/**
 * The port to state. Values are JSON and immutable once stored. An address has four parts: sandbox, partition (API,
 * client and tenant), collection, key.
 */
export interface RecordStore {
  /** Opens a unit of work. It sees committed data and its own writes. @param log receives its commits */
  begin(sandbox: string, log?: CommitListener): UnitOfWork;
  /** All committed records, in order of partition, collection and key. */
  dump(sandbox: string): Promise<StoredRecord[]>;
  /** Replaces all records and reports it to the log. */
  load(sandbox: string, records: readonly StoredRecord[], log?: CommitListener): Promise<void>;
  /** Deletes a sandbox with its records. */
  clear(sandbox: string): Promise<void>;
  close(): Promise<void>;
}

/** Notified synchronously of changes of a sandbox. */
export interface CommitListener {
  /** Can reject a replacement of all records by throwing. @param bytes of the new records */
  admit?(bytes: number): Promise<void>;
  /** @param growth approximate additional bytes @param replacedBytes of the earlier values */
  committed(changes: readonly StoredChange[], growth: number, replacedBytes: number): void;
  /** All records were replaced. @param bytes approximate size @param changes the records that differ */
  replaced(records: readonly StoredRecord[], bytes: number, changes: readonly StoredChange[]): void;
}

/** A write; without a value it is a deletion. */
export interface StoredChange {
  readonly partition: string;
  readonly collection: string;
  readonly key: string;
  readonly value: unknown;
  /** The earlier value; undefined if there was none. */
  readonly before: unknown;
}

export interface StoredRecord {
  partition: string;
  collection: string;
  key: string;
  value: unknown;
}

/** Staged reads and writes that become visible together. */
export interface UnitOfWork {
  /** Whether anything is staged. */
  readonly hasChanges: boolean;
  /** Whether the commit would add records beyond this number. */
  growsBeyond(most: number): boolean;
  /** Approximate additional bytes after the commit. */
  readonly growth: number;
  collection<Stored, Keys extends IndexKeys>(
    partition: string,
    definition: CollectionDefinition<Stored, Keys>,
  ): Collection<Stored, Keys>;
  /** Sorted partitions with committed data. */
  partitions(): Promise<string[]>;
  /** Sorted collections with committed data. */
  collections(): Promise<Array<{ readonly partition: string; readonly collection: string }>>;
  /**
   * Makes all staged writes visible at once.
   * @param also writes more in the same step, without reading
   * @throws ConflictError if another unit has changed data that this one has read; nothing was written
   */
  commit(also?: (write: RecordWriter) => void): Promise<void>;
}

/** Writes a record; undefined deletes it. */
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

/** Name of an index; `key` is the order of keys. */
export type IndexName<Keys extends IndexKeys> = (keyof Keys & string) | 'key';

export type RangeBound<Keys extends IndexKeys, Name extends IndexName<Keys>> = Name extends keyof Keys
  ? IndexKeyPrefix<Keys[Name]>
  : readonly [] | readonly [key: string];

export interface RangeOptions<T> {
  /** Maximum number; unlimited by default. */
  readonly limit?: number;
  /** From the end to the start. */
  readonly reverse?: boolean;
  /** Continues after an entry of an earlier range, even if it was deleted. */
  readonly after?: CollectionEntry<T>;
}

export interface Collection<T, Keys extends IndexKeys = NoIndexes> {
  get(key: string): Promise<T | undefined>;
  put(key: string, value: T): Promise<void>;
  /** @returns whether it existed */
  delete(key: string): Promise<boolean>;
  /** All entries in order of keys, for small collections. */
  list(): Promise<CollectionEntry<T>[]>;
  /**
   * Entries in the order of an index, with staged writes.
   * @param from first key or its first parts
   * @param to last key, inclusive
   * @throws TypeError for an unknown index
   */
  range<Name extends IndexName<Keys>>(
    index: Name,
    from?: RangeBound<Keys, Name>,
    to?: RangeBound<Keys, Name>,
    options?: RangeOptions<T>,
  ): Promise<CollectionEntry<T>[]>;
  /** Number of entries in a range, by default in the whole collection. */
  count<Name extends IndexName<Keys>>(
    index?: Name,
    from?: RangeBound<Keys, Name>,
    to?: RangeBound<Keys, Name>,
  ): Promise<number>;
}

export type DefinedCollection<Definition> =
  Definition extends CollectionDefinition<infer Stored, infer Keys> ? Collection<Stored, Keys> : never;

/** Two units of work conflict. The later one can be retried. */
export class ConflictError extends Error {
  constructor({ partition, collection }: { readonly partition: string; readonly collection: string }) {
    super(`Another unit of work has changed "${collection}" of "${partition}"`);
    this.name = 'ConflictError';
  }
}
