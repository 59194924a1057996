import type { CollectionDefinition, IndexKeys } from './define-collection.js';
import { deepFreeze } from './freezing-copier.js';
import { MemoryCollection } from './memory-collection.js';
import { compareEntries, type EntryRange, type OrderedEntries } from './ordered-entries.js';
import { parseCollectionAddress, type SandboxTables, toCollectionAddress } from './sandbox-tables.js';
import { StagedEntries } from './staged-entries.js';
import {
  type Collection,
  type CollectionEntry,
  type CommitListener,
  ConflictError,
  type RecordWriter,
  type StoredChange,
  type UnitOfWork,
} from './store.js';

interface SeenEntry {
  readonly address: string;
  readonly key: string;
  readonly entry: CollectionEntry<unknown> | undefined;
}

interface SeenRange {
  readonly address: string;
  readonly range: EntryRange;
  /** The committed entries that were read, in their order. */
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
class ReadSet {
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

type Applied = { -readonly [Name in keyof StoredChange]: StoredChange[Name] };

export class MemoryUnitOfWork implements UnitOfWork {
  readonly #shelves: SandboxTables;
  readonly #committed: CommitListener['committed'] | undefined;
  /** Created on the first write, because most units only read. */
  #staged: Map<string, StagedEntries> | undefined;
  #seen = new ReadSet();

  /** @param committed called with the changes of every commit */
  constructor(shelves: SandboxTables, committed?: CommitListener['committed']) {
    this.#shelves = shelves;
    this.#committed = committed;
  }

  get hasChanges(): boolean {
    return this.#staged !== undefined;
  }

  growsBeyond(most: number): boolean {
    let put = 0;
    for (const entries of this.#staged?.values() ?? []) put += entries.size;
    // The common case does not need to count replaced records.
    if (put === 0 || this.#shelves.records + put <= most) return false;
    let added = 0;
    for (const [at, entries] of this.#staged ?? []) added += entries.growth(this.#shelves.get(at));
    return added > 0 && this.#shelves.records + added > most;
  }

  get growth(): number {
    const staged = [...(this.#staged ?? [])];
    return staged.reduce((sum, [at, entries]) => sum + entries.growthInBytes(this.#shelves.get(at)), 0);
  }

  collection<Stored, Keys extends IndexKeys>(
    partition: string,
    definition: CollectionDefinition<Stored, Keys>,
  ): Collection<Stored, Keys> {
    return new MemoryCollection(this, toCollectionAddress(partition, definition.name), definition);
  }

  async partitions(): Promise<string[]> {
    const filled = [...this.#shelves].filter(([, entries]) => entries.size > 0);
    return [...new Set(filled.map(([address]) => parseCollectionAddress(address).partition))].sort();
  }

  async collections(): Promise<Array<{ readonly partition: string; readonly collection: string }>> {
    const filled = [...this.#shelves].filter(([, entries]) => entries.size > 0).map(([address]) => address);
    return filled.sort().map(parseCollectionAddress);
  }

  commit(also?: (write: RecordWriter) => void): void {
    if (this.#staged === undefined && also === undefined) return;
    const stale = this.#seen.staleIn(this.#shelves);
    if (stale !== undefined) throw new ConflictError(stale);
    const others: Applied[] = [];
    also?.((partition, { name: collection }, key, value) => {
      others.push({ partition, collection, key, value: deepFreeze(value), before: undefined });
    });
    const { bytes, replacedBytes } = this.#shelves;
    const changes: Applied[] = [];
    for (const [address, staged] of this.#staged ?? []) {
      const { partition, collection } = parseCollectionAddress(address);
      for (const { key, value } of staged.changes())
        changes.push({ partition, collection, key, value, before: this.#shelves.write(address, key, value) });
    }
    for (const change of others) {
      const { partition, collection, key, value } = change;
      change.before = this.#shelves.write(toCollectionAddress(partition, collection), key, value);
      changes.push(change);
    }
    this.#committed?.(changes, this.#shelves.bytes - bytes, this.#shelves.replacedBytes - replacedBytes);
    this.#staged = undefined;
    this.#seen = new ReadSet();
  }

  /** @param value frozen; undefined deletes the record */
  stage(address: string, key: string, value: unknown): void {
    this.#staged ??= new Map();
    const staged = this.#staged.get(address) ?? new StagedEntries();
    this.#staged.set(address, staged);
    staged.stage(key, value);
  }

  read(address: string, key: string): unknown {
    const staged = this.#staged?.get(address);
    if (staged?.has(key)) return staged.get(key)?.value;
    const entry = this.#shelves.get(address)?.get(key);
    this.#seen.noteRead(address, key, entry);
    return entry?.value;
  }

  range(address: string, range: EntryRange, limit: number): CollectionEntry<unknown>[] {
    const entries = this.#shelves.get(address);
    const { found, walked, toTheEnd } = rangeOver(entries, this.#staged?.get(address), range, limit);
    this.#seen.noteRange({ address, range, walked, toTheEnd, version: entries?.version ?? 0 });
    return found;
  }

  count(address: string, range: EntryRange): number {
    const entries = this.#shelves.get(address);
    const count = entries?.count(range) ?? 0;
    this.#seen.noteCount({ address, range, count, version: entries?.version ?? 0 });
    return count + (this.#staged?.get(address)?.addedTo(entries, range) ?? 0);
  }
}

/** The entries of a range, and the committed entries that were read for it. */
interface Ranged {
  readonly found: CollectionEntry<unknown>[];
  readonly walked: readonly CollectionEntry<unknown>[];
  /** True if the range was read to its end. */
  readonly toTheEnd: boolean;
}

function rangeOver(
  committed: OrderedEntries | undefined,
  staged: StagedEntries | undefined,
  range: EntryRange,
  limit: number,
): Ranged {
  const found: CollectionEntry<unknown>[] = [];
  const walked: CollectionEntry<unknown>[] = [];
  const own = staged?.walk(range)[Symbol.iterator]();
  let ownNext = own?.next().value;
  if (limit <= 0) return { found, walked, toTheEnd: false };
  for (const entry of committed?.walk(range) ?? []) {
    walked.push(entry);
    while (ownNext !== undefined && compareEntries(range, ownNext, entry) <= 0) {
      found.push(ownNext);
      if (found.length >= limit) return { found, walked, toTheEnd: false };
      ownNext = own?.next().value;
    }
    if (staged?.has(entry.key)) continue;
    found.push(entry);
    if (found.length >= limit) return { found, walked, toTheEnd: false };
  }
  for (; ownNext !== undefined && found.length < limit; ownNext = own?.next().value) found.push(ownNext);
  return { found, walked, toTheEnd: true };
}
