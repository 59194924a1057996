import { MemoryAccount } from '../memory-account.js';
import { estimateHeapBytes } from '../store/estimate-heap-bytes.js';
import { kernelPartition } from '../store/kernel-records.js';
import { toCollectionAddress } from '../store/sandbox-tables.js';
import type { StoredChange, StoredRecord } from '../store/store.js';
import { journalRecords } from './journal-entry.js';

/** The changes made by one commit. */
interface Step {
  /** Number of the latest journal entry at that time; 0 if there was none. */
  readonly seq: number;
  readonly changes: readonly StoredChange[];
  readonly bytes: number;
}

/** Approximate memory use of a change, excluding its values. */
const changeBytes = 150;

/**
 * Records the changes of a sandbox with the previous values, for undo and diffs. When the journal drops entries or
 * memory runs short, it merges the oldest commits, so that the net changes since the beginning remain known.
 */
export class ChangeLog {
  readonly #most: number;
  readonly #account: MemoryAccount;
  #steps: Step[] = [];
  /** The net changes before the first step; undefined if they used too much memory. */
  #merged: Map<string, StoredChange> | undefined = new Map();
  #mergedBytes = 0;
  /** Entries up to this number cannot be undone. */
  #mergedSeq = -1;
  /** Number of steps before the beginning. They can be undone, but {@link ChangeLog.sinceBeginning} ignores them. */
  #earlier = 0;

  /** @param most maximum size in bytes */
  constructor(most: number, above?: MemoryAccount) {
    this.#most = most;
    this.#account = new MemoryAccount(most, above);
  }

  get bytes(): number {
    return this.#account.bytes;
  }

  /** @param seq number of the latest journal entry @param replacedBytes size of the previous values */
  add(seq: number, committed: readonly StoredChange[], replacedBytes: number): void {
    const changes = committed.filter(({ partition, collection }) => !isOwn(partition, collection));
    if (changes.length === 0) return;
    const bytes = changes.length * changeBytes + replacedBytes;
    this.#steps.push({ seq, changes, bytes });
    this.#account.add(bytes);
    // Merges several at once, because removing the first one shifts all others.
    while (this.bytes > this.#most && this.#steps.length > 0) this.#merge(Math.ceil(this.#steps.length / 10));
    if (this.bytes > this.#most) this.#forget();
  }

  /** Merges the changes of entries dropped from the journal. */
  dropBefore(seq: number): void {
    const first = this.#steps.findIndex((step) => step.seq >= seq);
    this.#merge(first < 0 ? this.#steps.length : first);
  }

  /** Makes the current state the new beginning. Earlier changes can still be undone. */
  begin(): void {
    this.#earlier = this.#steps.length;
    this.#account.add(-this.#mergedBytes);
    this.#mergedBytes = 0;
    this.#merged = new Map();
  }

  clear(): void {
    this.#steps = [];
    this.#mergedSeq = -1;
    this.begin();
    this.#account.add(-this.bytes);
  }

  /** Drops details to free memory. */
  shrink(): void {
    this.#merge(Math.ceil(this.#steps.length / 2));
    this.#forget();
  }

  close(): void {
    this.#account.close();
  }

  /**
   * Returns the net changes from before one journal entry until before another, or until now by default. Returns
   * undefined if they are no longer known.
   */
  between(seq: number, end = Number.POSITIVE_INFINITY): StoredChange[] | undefined {
    if (seq <= this.#mergedSeq) return undefined;
    return net(this.#steps.filter((step) => step.seq >= seq && step.seq < end));
  }

  /** Returns the net changes from the beginning until before a journal entry; undefined if they are no longer known. */
  sinceBeginning(end = Number.POSITIVE_INFINITY): StoredChange[] | undefined {
    if (this.#merged === undefined || end <= this.#mergedSeq) return undefined;
    const later = this.#steps.slice(this.#earlier).filter((step) => step.seq < end);
    return net(later, new Map(this.#merged));
  }

  #merge(count: number): void {
    for (const { seq, changes, bytes } of this.#steps.splice(0, count)) {
      this.#mergedSeq = seq;
      this.#account.add(-bytes);
      if (this.#earlier > 0) this.#earlier -= 1;
      else for (const change of changes) this.#mergeOne(change);
    }
  }

  #mergeOne(change: StoredChange): void {
    if (this.#merged === undefined) return;
    const { size } = this.#merged;
    addTo(this.#merged, change);
    const added = this.#merged.size - size;
    const bytes = added * (changeBytes + estimateHeapBytes(added > 0 ? change.before : undefined));
    this.#mergedBytes += bytes;
    this.#account.add(bytes);
  }

  #forget(): void {
    this.#account.add(-this.#mergedBytes);
    this.#mergedBytes = 0;
    this.#merged = undefined;
  }
}

/** Returns whether undo leaves this collection unchanged. */
function isOwn(partition: string, collection: string): boolean {
  return partition === kernelPartition && collection === journalRecords.name;
}

function net(steps: readonly Step[], merged = new Map<string, StoredChange>()): StoredChange[] {
  for (const { changes } of steps) for (const change of changes) addTo(merged, change);
  return [...merged.values()];
}

function addTo(merged: Map<string, StoredChange>, change: StoredChange): void {
  const address = toRecordAddress(change);
  const first = merged.get(address);
  const { before } = first ?? change;
  if (before === undefined && change.value === undefined) merged.delete(address);
  else merged.set(address, first === undefined ? change : { ...change, before });
}

/** Returns a string that identifies a record within a sandbox. */
export function toRecordAddress({ partition, collection, key }: Omit<StoredRecord, 'value'>): string {
  return `${toCollectionAddress(partition, collection)}\u0000${key}`;
}
