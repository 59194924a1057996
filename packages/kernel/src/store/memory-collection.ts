import type { CollectionDefinition, IndexKeys } from './define-collection.js';
import { freeze } from './frozen-copies.js';
import type { IndexKey } from './index-key.js';
import type { Range } from './ordered-entries.js';
import { rangeOf } from './range-of.js';
import type { Collection, Entry, RangeOptions } from './store.js';

/** The data of a unit of work, by address of the collection. */
interface UnitEntries {
  read(address: string, key: string): unknown;
  stage(address: string, key: string, value: unknown): void;
  range(address: string, range: Range, limit: number): Entry<unknown>[];
  count(address: string, range: Range): number;
}

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
    return this.#unit.read(this.#address, key) as T | undefined;
  }

  async put(key: string, value: T): Promise<void> {
    this.#unit.stage(this.#address, key, freeze(value));
  }

  async delete(key: string): Promise<boolean> {
    const existed = this.#unit.read(this.#address, key) !== undefined;
    if (existed) this.#unit.stage(this.#address, key, undefined);
    return existed;
  }

  list(): Promise<Entry<T>[]> {
    return this.range('key');
  }

  async range(index: string, from?: IndexKey, to?: IndexKey, options: RangeOptions<T> = {}): Promise<Entry<T>[]> {
    const range = rangeOf(this.#definition, index, from, to, options);
    return this.#unit.range(this.#address, range, options.limit ?? Number.POSITIVE_INFINITY) as Entry<T>[];
  }

  async count(index = 'key', from?: IndexKey, to?: IndexKey): Promise<number> {
    return this.#unit.count(this.#address, rangeOf(this.#definition, index, from, to, {}));
  }
}
