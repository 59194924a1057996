import type { CollectionDefinition } from './define-collection.js';
import type { RecordWriter, StoredRecord, UnitOfWork } from './store.js';

/** The kernel's partition. No API can have this name, because colons are encoded. */
export const kernelPartition = ':kernel';

interface Change {
  readonly write: (write: RecordWriter) => void;
}

/**
 * The kernel's own records of a sandbox: clock, ids, settings, faults, job runs and deliveries. Changes are written
 * with the next commit. Writing them reads no records, so it never causes conflicts.
 */
export class KernelRecords {
  readonly #begin: () => UnitOfWork;
  #changes = new Map<string, Change>();
  #life = 1;

  /** @param begin opens a unit of work */
  constructor(begin: () => UnitOfWork) {
    this.#begin = begin;
  }

  /** Increases whenever all records are replaced, so that units of work that began earlier are ignored. */
  get life(): number {
    return this.#life;
  }

  get hasChanges(): boolean {
    return this.#changes.size > 0;
  }

  /** Marks a record as changed. @param read returns its value at the next commit; undefined deletes the record */
  changed<Stored>(collection: CollectionDefinition<Stored>, key: string, read: () => Stored | undefined): void {
    this.#changes.set(`${collection.name}/${key}`, {
      write: (write) => write(kernelPartition, collection, key, read()),
    });
  }

  /**
   * Commits a unit of work together with all marked changes.
   * @param life the value of `life` when the unit began
   * @throws ConflictError like {@link UnitOfWork.commit}
   */
  commit(unit: UnitOfWork, life: number, also?: (write: RecordWriter) => void): void {
    if (life !== this.#life) {
      unit.commit();
      return;
    }
    let taken = new Map<string, Change>();
    try {
      unit.commit((write) => {
        taken = this.#changes;
        this.#changes = new Map();
        for (const change of taken.values()) change.write(write);
        also?.(write);
      });
    } catch (error) {
      // Nothing was stored, so the changes remain pending.
      if (life === this.#life) this.#changes = new Map([...taken, ...this.#changes]);
      throw error;
    }
  }

  /** Writes the pending changes in a separate unit of work. */
  async flush(): Promise<void> {
    if (this.hasChanges) this.commit(this.#begin(), this.#life);
  }

  /** Discards the pending changes, because all records were replaced. */
  renew(): void {
    this.#changes.clear();
    this.#life += 1;
  }

  async get<Stored>(collection: CollectionDefinition<Stored>, key: string): Promise<Stored | undefined> {
    return await this.#begin().collection(kernelPartition, collection).get(key);
  }

  /** Lists the records of a collection in key order. */
  async list<Stored>(collection: CollectionDefinition<Stored>): Promise<Array<{ key: string; value: Stored }>> {
    return await this.#begin().collection(kernelPartition, collection).list();
  }

  async records(collections: ReadonlyArray<CollectionDefinition<unknown>>): Promise<StoredRecord[]> {
    const lists = await Promise.all(
      collections.map(async (collection) =>
        (await this.list(collection)).map(({ key, value }) => createKernelRecord(collection, key, value)),
      ),
    );
    return lists.flat();
  }
}

export function createKernelRecord<Stored>(
  { name }: CollectionDefinition<Stored>,
  key: string,
  value: Stored,
): StoredRecord {
  return { partition: kernelPartition, collection: name, key, value };
}

export function toSortableKey(number: number): string {
  return String(number).padStart(12, '0');
}
