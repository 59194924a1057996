import { isWithin, OrderedEntries, type Range } from './ordered-entries.js';
import { growthOf } from './sandbox-tables.js';
import type { Entry, StoredChange } from './store.js';

/** What a unit of work has written to one collection. */
export class StagedEntries {
  readonly #put = new OrderedEntries();
  readonly #deleted = new Set<string>();

  /** @param value undefined deletes what is there */
  stage(key: string, value: unknown): void {
    if (value === undefined) {
      this.#put.delete(key);
      this.#deleted.add(key);
    } else {
      this.#deleted.delete(key);
      this.#put.put(key, value);
    }
  }

  /** How many records are put. */
  get size(): number {
    return this.#put.size;
  }

  has(key: string): boolean {
    return this.#deleted.has(key) || this.#put.get(key) !== undefined;
  }

  get(key: string): Entry<unknown> | undefined {
    return this.#put.get(key);
  }

  walk(range: Range): Iterable<Entry<unknown>> {
    return this.#put.walk(range);
  }

  /** By how much the staged writes change the number of entries in a range. */
  addedTo(committed: OrderedEntries | undefined, range: Range): number {
    const replaced = [...this.#deleted, ...[...this.#put.now()].map(({ key }) => key)].filter((key) => {
      const entry = committed?.get(key);
      return entry !== undefined && isWithin(range, entry);
    });
    return this.#put.count(range) - replaced.length;
  }

  /** By how many records there would be more than before. */
  growth(committed: OrderedEntries | undefined): number {
    const isThere = (key: string) => committed?.get(key) !== undefined;
    const put = [...this.#put.now()].filter(({ key }) => !isThere(key));
    return put.length - [...this.#deleted].filter(isThere).length;
  }

  /** By how many bytes the collection would be larger than before. */
  growthInBytes(committed: OrderedEntries | undefined): number {
    return this.changes().reduce((sum, { key, value }) => sum + growthOf(committed, key, value), 0);
  }

  changes(): Pick<StoredChange, 'key' | 'value'>[] {
    return [...[...this.#deleted].map((key) => ({ key, value: undefined })), ...this.#put.now()];
  }
}
