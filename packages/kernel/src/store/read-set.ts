import type { EntryRange } from './ordered-entries.js';
import { parseCollectionAddress, type SandboxTables } from './sandbox-tables.js';
import type { CollectionEntry } from './store.js';

interface SeenEntry {
  readonly address: string;
  readonly key: string;
  readonly entry: CollectionEntry<unknown> | undefined;
}

interface SeenRange {
  readonly address: string;
  readonly range: EntryRange;
  /** The committed entries that were read, in order. */
  readonly walked: readonly CollectionEntry<unknown>[];
  readonly toTheEnd: boolean;
  /** Version of the collection when it was read; 0 if it did not exist. */
  readonly version: number;
}

interface SeenCount {
  readonly address: string;
  readonly range: EntryRange;
  readonly count: number;
  readonly version: number;
}

/** Records everything that a unit of work has read. */
export class ReadSet {
  /** Lists are created on demand, because most units read one record. */
  #reads: SeenEntry[] | undefined;
  #ranges: SeenRange[] | undefined;
  #counts: SeenCount[] | undefined;

  noteRead(address: string, key: string, entry: CollectionEntry<unknown> | undefined): void {
    const seen = { address, key, entry };
    if (this.#reads === undefined) this.#reads = [seen];
    else this.#reads.push(seen);
  }

  noteRange(seen: SeenRange): void {
    if (this.#ranges === undefined) this.#ranges = [seen];
    else this.#ranges.push(seen);
  }

  noteCount(seen: SeenCount): void {
    if (this.#counts === undefined) this.#counts = [seen];
    else this.#counts.push(seen);
  }

  /**
   * Returns the first collection that has changed since it was read; undefined if there is none. Unchanged collections
   * cost nothing.
   */
  staleIn(shelves: SandboxTables): { readonly partition: string; readonly collection: string } | undefined {
    const isOld = ({ address, version }: SeenCount | SeenRange) => (shelves.get(address)?.version ?? 0) !== version;
    const stale =
      this.#reads?.find(({ address, key, entry }) => shelves.get(address)?.get(key) !== entry) ??
      this.#counts?.find((seen) => isOld(seen) && shelves.get(seen.address)?.count(seen.range) !== seen.count) ??
      this.#ranges?.find((seen) => isOld(seen) && hasChanged(seen, shelves.get(seen.address)?.walk(seen.range) ?? []));
    return stale === undefined ? undefined : parseCollectionAddress(stale.address);
  }
}

/**
 * Returns whether the entries read have changed. Every write creates a new entry, so comparing identities is
 * sufficient.
 */
function hasChanged({ walked, toTheEnd }: SeenRange, entries: Iterable<CollectionEntry<unknown>>): boolean {
  let at = 0;
  for (const entry of entries) {
    if (at === walked.length) return toTheEnd;
    if (entry !== walked[at]) return true;
    at += 1;
  }
  return at < walked.length;
}
