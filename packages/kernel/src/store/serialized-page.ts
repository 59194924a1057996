import { parseJson } from '@understudy/contract';
import { estimateHeapBytes } from './estimate-heap-bytes.js';
import { deepFreeze } from './freezing-copier.js';
import type { CollectionEntry, StoredPage, StoredRecord } from './store.js';

/**
 * Stored records of a collection. Their JSON is validated and measured on creation, and parsed again when one of the
 * records is first read, because most activations read few records, and freezing and keeping all values costs processor
 * time.
 */
export class SerializedPage implements StoredPage {
  readonly partition: string;
  readonly collection: string;
  readonly entries: readonly SerializedEntry[];
  /** Heap bytes of the parsed values. */
  readonly bytes: number;
  #json: string | undefined;

  /** @param json list of the values @throws SyntaxError if it is damaged */
  constructor(
    { partition, collection }: Pick<StoredRecord, 'partition' | 'collection'>,
    keys: readonly string[],
    json: string,
  ) {
    const values: unknown[] = parseJson(json);
    if (values.length !== keys.length) throw new SyntaxError(`${keys.length} keys have ${values.length} values`);
    this.partition = partition;
    this.collection = collection;
    this.bytes = values.reduce<number>((sum, value) => sum + estimateHeapBytes(value), 0);
    this.entries = keys.map((key) => new SerializedEntry(key, this));
    this.#json = json;
  }

  /** Parses all values of the page. Afterwards the page holds no reference to them. */
  parse(): void {
    if (this.#json === undefined) return;
    const values: unknown[] = parseJson(this.#json);
    this.#json = undefined;
    for (const [index, entry] of this.entries.entries()) entry.parsed(values[index]);
  }

  records(): StoredRecord[] {
    const { partition, collection } = this;
    return this.entries.map(({ plain }) => ({ partition, collection, ...plain }));
  }
}

/** An entry whose value is parsed when it is first read. */
export class SerializedEntry implements CollectionEntry<unknown> {
  readonly key: string;
  #page: SerializedPage | undefined;
  #value: unknown;
  #plain: CollectionEntry<unknown> | undefined;

  constructor(key: string, page: SerializedPage) {
    this.key = key;
    this.#page = page;
  }

  /** The value. Not frozen until {@link SerializedEntry.plain} is read. */
  get value(): unknown {
    this.#page?.parse();
    return this.#value;
  }

  /** Always the same frozen entry. */
  get plain(): CollectionEntry<unknown> {
    this.#plain ??= Object.freeze({ key: this.key, value: deepFreeze(this.value) });
    return this.#plain;
  }

  parsed(value: unknown): void {
    this.#page = undefined;
    this.#value = value;
  }
}
