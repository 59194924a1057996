import { type EntryRange, isInRange, OrderedEntries } from './ordered-entries.js';
import { computeGrowth } from './sandbox-tables.js';
import type { CollectionEntry, StoredChange } from './store.js';

/** The writes that a unit of work has staged for one collection. */
export class StagedEntries {
  readonly #put = new Map<string, CollectionEntry<unknown>>();
  readonly #deleted = new Set<string>();
  /** Created on first use, because most units only read single records. */
  #ordered: OrderedEntries | undefined;

  /** @param value undefined deletes the record */
  stage(key: string, value: unknown): void {
    if (value === undefined) {
      this.#put.delete(key);
      this.#deleted.add(key);
      this.#ordered?.delete(key);
    } else {
      this.#deleted.delete(key);
      this.#put.set(key, Object.freeze({ key, value }));
      this.#ordered?.put(key, value);
    }
  }

  get size(): number {
    return this.#put.size;
  }

  has(key: string): boolean {
    return this.#deleted.has(key) || this.#put.has(key);
  }

  get(key: string): CollectionEntry<unknown> | undefined {
    return this.#put.get(key);
  }

  walk(range: EntryRange): Iterable<CollectionEntry<unknown>> {
    return this.#inOrder.walk(range);
  }

  get #inOrder(): OrderedEntries {
    if (this.#ordered === undefined) {
      this.#ordered = new OrderedEntries();
      for (const { key, value } of this.#put.values()) this.#ordered.put(key, value);
    }
    return this.#ordered;
  }

  addedTo(committed: OrderedEntries | undefined, range: EntryRange): number {
    const replaced = [...this.#deleted, ...this.#put.keys()].filter((key) => {
      const entry = committed?.get(key);
      return entry !== undefined && isInRange(range, entry);
    });
    return this.#inOrder.count(range) - replaced.length;
  }

  /** Returns the change in the number of records. */
  growth(committed: OrderedEntries | undefined): number {
    const isThere = (key: string) => committed?.get(key) !== undefined;
    const put = [...this.#put.keys()].filter((key) => !isThere(key));
    return put.length - [...this.#deleted].filter(isThere).length;
  }

  /** Returns the change in size, in bytes. */
  growthInBytes(committed: OrderedEntries | undefined): number {
    return this.changes().reduce((sum, { key, value }) => sum + computeGrowth(committed, key, value), 0);
  }

  /** Returns the deletions, followed by the written records in write order. */
  changes(): Pick<StoredChange, 'key' | 'value'>[] {
    const put = [...this.#put.values()];
    return this.#deleted.size === 0 ? put : [...[...this.#deleted].map((key) => ({ key, value: undefined })), ...put];
  }
}
