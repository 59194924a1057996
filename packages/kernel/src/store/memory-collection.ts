import type { CollectionDefinition, IndexKeys } from './define-collection.js';
import { deepFreeze } from './freezing-copier.js';
import type { IndexKey } from './index-key.js';
import type { EntryRange } from './ordered-entries.js';
import { resolveIndexRange } from './resolve-index-range.js';
import type { Collection, CollectionEntry, RangeOptions } from './store.js';

/** The data of a unit of work, by collection address. */
interface UnitEntries {
  read(address: string, key: string): unknown;
  stage(address: string, key: string, value: unknown): void;
  range(address: string, range: EntryRange, limit: number): CollectionEntry<unknown>[];
  count(address: string, range: EntryRange): number;
}

const done = Promise.resolve();

export class MemoryCollection<T, Keys extends IndexKeys> implements Collection<T, Keys> {
  readonly #unit: UnitEntries;
  readonly #address: string;
  readonly #definition: CollectionDefinition<T, Keys>;

  constructor(unit: UnitEntries, address: string, definition: CollectionDefinition<T, Keys>) {
    this.#unit = unit;
    this.#address = address;
    this.#definition = definition;
  }

  async get(key: string): Promise<T | undefined> {
    return this.getSync(key);
  }

  getSync(key: string): T | undefined {
    return this.#unit.read(this.#address, key) as T | undefined;
  }

  put(key: string, value: T): Promise<void> {
    this.#unit.stage(this.#address, key, deepFreeze(value));
    return done;
  }

  async delete(key: string): Promise<boolean> {
    const existed = this.#unit.read(this.#address, key) !== undefined;
    if (existed) this.#unit.stage(this.#address, key, undefined);
    return existed;
  }

  list(): Promise<CollectionEntry<T>[]> {
    return this.range('key');
  }

  async range(
    index: string,
    from?: IndexKey,
    to?: IndexKey,
    options: RangeOptions<T> = {},
  ): Promise<CollectionEntry<T>[]> {
    return this.rangeSync(index, from, to, options);
  }

  rangeSync(index: string, from?: IndexKey, to?: IndexKey, options: RangeOptions<T> = {}): CollectionEntry<T>[] {
    const range = resolveIndexRange(this.#definition, index, from, to, options);
    return this.#unit.range(this.#address, range, options.limit ?? Number.POSITIVE_INFINITY) as CollectionEntry<T>[];
  }

  async count(index = 'key', from?: IndexKey, to?: IndexKey): Promise<number> {
    return this.countSync(index, from, to);
  }

  countSync(index = 'key', from?: IndexKey, to?: IndexKey): number {
    return this.#unit.count(this.#address, resolveIndexRange(this.#definition, index, from, to, {}));
  }
}
