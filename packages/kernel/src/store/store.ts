import type { CollectionDefinition, IndexKeys, NoIndexes } from './define-collection.js';
import type { KeyStart } from './index-key.js';

/**
 * The port to state. Values are JSON and immutable once stored. An address has four parts: sandbox, partition (API,
 * client and tenant), collection, key.
 */
export interface Store {
  /** Opens a unit of work. It sees committed data and its own writes. @param log receives its commits */
  begin(sandbox: string, log?: CommitLog): UnitOfWork;
  /** Everything committed in a sandbox, in the order of partition, collection and key. */
  dump(sandbox: string): Promise<StoredRecord[]>;
  /** Replaces everything in a sandbox, and tells the log so. */
  load(sandbox: string, records: readonly StoredRecord[], log?: CommitLog): Promise<void>;
  /** Removes a sandbox with all it holds. */
  clear(sandbox: string): Promise<void>;
  close(): Promise<void>;
}

/** Called with what becomes of the records of a sandbox, in the very step in which it can be seen. */
export interface CommitLog {
  /** Called before all records are replaced by others; keeps that from happening by throwing. @param bytes that these take */
  admit?(bytes: number): Promise<void>;
  /** A unit of work was committed. @param growth bytes that the sandbox takes more, about */
  committed(changes: readonly StoredChange[], growth: number): void;
  /** All records were replaced by these. @param bytes that they take, about */
  replaced(records: readonly StoredRecord[], bytes: number): void;
}

/** A write of a unit of work: the record as it is from now on, or, without a value, that it is deleted. */
export interface StoredChange {
  readonly partition: string;
  readonly collection: string;
  readonly key: string;
  readonly value: unknown;
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
  /** Whether the sandbox would have more records with what is staged than before, and more than this many. */
  growsBeyond(most: number): boolean;
  /** Bytes that the sandbox would take more with what is staged than before, about. */
  readonly growth: number;
  collection<Stored, Keys extends IndexKeys>(
    partition: string,
    definition: CollectionDefinition<Stored, Keys>,
  ): Collection<Stored, Keys>;
  /** Partitions with anything committed in them, sorted. What this unit has staged is not looked at. */
  partitions(): Promise<string[]>;
  /** Collections with anything committed in them, sorted by partition and name. What this unit has staged is not looked at. */
  collections(): Promise<Array<{ readonly partition: string; readonly collection: string }>>;
  /**
   * Makes all staged writes visible at once.
   * @param also writes more in the same step, without reading
   * @throws ConflictError if another unit has changed data that this one has read; nothing was written
   */
  commit(also?: (write: Write) => void): Promise<void>;
}

/** Writes one record; undefined deletes it. */
export type Write = <Stored>(
  partition: string,
  definition: CollectionDefinition<Stored>,
  key: string,
  value: Stored | undefined,
) => void;

/** What is stored under a key. */
export interface Entry<T> {
  readonly key: string;
  readonly value: T;
}

/** An index of a collection by its name; `key` is the order of the keys. */
export type IndexName<Keys extends IndexKeys> = (keyof Keys & string) | 'key';

/** Where a range of an index may begin and end. */
export type Bound<Keys extends IndexKeys, Name extends IndexName<Keys>> = Name extends keyof Keys
  ? KeyStart<Keys[Name]>
  : readonly [] | readonly [key: string];

/** Which part of a range is wanted. */
export interface RangeOptions<T> {
  /** At most this many entries; all by default. */
  readonly limit?: number;
  /** From the end of the range to its beginning. */
  readonly reverse?: boolean;
  /** Continues behind this entry, as an earlier range gave it, whatever has become of it. */
  readonly after?: Entry<T>;
}

/** The entries of one collection. */
export interface Collection<T, Keys extends IndexKeys = NoIndexes> {
  get(key: string): Promise<T | undefined>;
  put(key: string, value: T): Promise<void>;
  /** @returns whether there was something to delete */
  delete(key: string): Promise<boolean>;
  /** Every entry in the order of the keys' UTF-16 code units: for collections that stay small. */
  list(): Promise<Entry<T>[]>;
  /**
   * Entries in the order of an index, with staged writes.
   * @param from first key or its first parts
   * @param to last key, inclusive
   * @throws TypeError for an unknown index
   */
  range<Name extends IndexName<Keys>>(
    index: Name,
    from?: Bound<Keys, Name>,
    to?: Bound<Keys, Name>,
    options?: RangeOptions<T>,
  ): Promise<Entry<T>[]>;
  /** How many entries {@link Collection.range} would give without a limit; by default of the whole collection. */
  count<Name extends IndexName<Keys>>(index?: Name, from?: Bound<Keys, Name>, to?: Bound<Keys, Name>): Promise<number>;
}

/** The collection that a definition declares. */
export type CollectionOf<Definition> =
  Definition extends CollectionDefinition<infer Stored, infer Keys> ? Collection<Stored, Keys> : never;

/** Two units of work met on the same data; the later one may be tried again. */
export class ConflictError extends Error {
  constructor({ partition, collection }: { readonly partition: string; readonly collection: string }) {
    super(`"${collection}" of "${partition}" was changed by another unit of work meanwhile`);
    this.name = 'ConflictError';
  }
}
