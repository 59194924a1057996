import type { IndexKey } from './index-key.js';

/** Declared as a method, so that a collection of a narrower type is assignable to a collection of a wider type. */
interface Index<Stored, Key extends IndexKey> {
  keyOf(stored: Stored): Key | undefined;
}

export type IndexKeys = Readonly<Record<string, IndexKey>>;

/** The indexes of a collection by name. Entries without a key are not in the index. */
type CollectionIndexes<Stored, Keys extends IndexKeys> = {
  readonly [Name in keyof Keys]: Index<Stored, Keys[Name]>['keyOf'];
};

export type NoIndexes = Readonly<Record<never, never>>;

/** A collection definition: a name with the type of its records. */
export interface CollectionDefinition<Stored, Keys extends IndexKeys = NoIndexes> {
  readonly name: string;
  readonly indexes: CollectionIndexes<Stored, Keys>;
}

/** A collection without indexes. */
export interface PlainCollection<Stored> extends CollectionDefinition<Stored> {
  /**
   * Adds indexes. @param indexes created on first use; each must always return the same key for an entry
   * @throws TypeError for an index named `key`
   */
  indexedBy<const Keys extends IndexKeys>(indexes: CollectionIndexes<Stored, Keys>): CollectionDefinition<Stored, Keys>;
}

export type RecordsByCollection<Definitions> = {
  readonly [Name in keyof Definitions]: Definitions[Name] extends {
    readonly indexes: CollectionIndexes<infer Stored, IndexKeys>;
  }
    ? Stored
    : never;
};

/**
 * Declares a collection. Pass the result to `scope.collection`, so that each name is written only once.
 *
 * @param name unique within an API
 *
 * @example
 * const invoices = defineCollection<StoredInvoice>('invoices').indexedBy({
 *   received: ({ direction, receivedAt }) => [direction, receivedAt],
 * });
 * const stored = context.scope.collection(invoices);
 * await stored.get(invoiceId);
 * await stored.range('received', ['SENT'], ['SENT'], { reverse: true, limit: 20 });
 */
export function defineCollection<Stored>(name: string): PlainCollection<Stored> {
  return {
    name,
    indexes: {},
    indexedBy(indexes) {
      if ('key' in indexes)
        throw new TypeError(`Collection "${name}" defines an index named "key", which is reserved for key order`);
      return { name, indexes };
    },
  };
}
