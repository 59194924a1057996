import { type EntryRange, isInRange, OrderedEntries } from './ordered-entries.js';
import { computeGrowth } from './sandbox-tables.js';
import type { CollectionEntry, StoredChange } from './store.js';

/** The writes that a unit of work has staged for one collection. */
export class StagedEntries {
  readonly #put = new OrderedEntries();
  readonly #deleted = new Set<string>();

  /** @param value undefined deletes the record */
  stage(key: string, value: unknown): void {
    if (value === undefined) {
      this.#put.delete(key);
      this.#deleted.add(key);
    } else {
      this.#deleted.delete(key);
      this.#put.put(key, value);
    }
  }

  get size(): number {
    return this.#put.size;
  }

  has(key: string): boolean {
    return this.#deleted.has(key) || this.#put.get(key) !== undefined;
  }

  get(key: string): CollectionEntry<unknown> | undefined {
    return this.#put.get(key);
  }

  walk(range: EntryRange): Iterable<CollectionEntry<unknown>> {
    return this.#put.walk(range);
  }

  addedTo(committed: OrderedEntries | undefined, range: EntryRange): number {
    const replaced = [...this.#deleted, ...[...this.#put.now()].map(({ key }) => key)].filter((key) => {
      const entry = committed?.get(key);
      return entry !== undefined && isInRange(range, entry);
    });
    return this.#put.count(range) - replaced.length;
  }

  /** Returns the change in the number of records. */
  growth(committed: OrderedEntries | undefined): number {
    const isThere = (key: string) => committed?.get(key) !== undefined;
    const put = [...this.#put.now()].filter(({ key }) => !isThere(key));
    return put.length - [...this.#deleted].filter(isThere).length;
  }

  /** Returns the change in size, in bytes. */
  growthInBytes(committed: OrderedEntries | undefined): number {
    return this.changes().reduce((sum, { key, value }) => sum + computeGrowth(committed, key, value), 0);
  }

  changes(): Pick<StoredChange, 'key' | 'value'>[] {
    return [...[...this.#deleted].map((key) => ({ key, value: undefined })), ...this.#put.now()];
  }
}
