import type { CommitLog, StoredChange, StoredRecord } from '../store/store.js';

/** How much a sandbox holds, in characters of JSON: counted only where a limit applies. */
export class StoredBytes implements CommitLog {
  readonly #next: CommitLog | undefined;
  readonly #sizes = new Map<string, number>();
  #total = 0;

  /** @param next is told of everything, too */
  constructor(next: CommitLog | undefined, records: readonly StoredRecord[] = []) {
    this.#next = next;
    for (const record of records) this.#count(record);
  }

  get total(): number {
    return this.#total;
  }

  committed(changes: readonly StoredChange[]): void {
    for (const change of changes) this.#count(change);
    this.#next?.committed(changes);
  }

  replaced(records: readonly StoredRecord[]): void {
    this.#sizes.clear();
    this.#total = 0;
    for (const record of records) this.#count(record);
    this.#next?.replaced(records);
  }

  #count({ partition, collection, key, value }: StoredChange): void {
    const address = JSON.stringify([partition, collection, key]);
    const size = value === undefined ? 0 : address.length + JSON.stringify(value).length;
    this.#total += size - (this.#sizes.get(address) ?? 0);
    if (size === 0) this.#sizes.delete(address);
    else this.#sizes.set(address, size);
  }
}
