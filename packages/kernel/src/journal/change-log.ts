import { MemoryAccount } from '../memory-account.js';
import { estimateHeapBytes } from '../store/estimate-heap-bytes.js';
import { kernelPartition } from '../store/kernel-records.js';
import type { StoredChange, StoredRecord } from '../store/store.js';
import { journalRecords } from './journal-entry.js';

/** The changes of one commit. */
interface Step {
  /** Number of the latest journal entry at that time; 0 without one. */
  readonly seq: number;
  readonly changes: readonly StoredChange[];
  readonly bytes: number;
}

/** Approximate memory of a change without its values. */
const changeBytes = 150;

/**
 * The changes of a sandbox with the earlier values, for undo and differences. The oldest commits are merged when the
 * journal drops their entries or the memory is short, so that the difference to the beginning stays known.
 */
export class ChangeLog {
  readonly #most: number;
  readonly #account: MemoryAccount;
  #steps: Step[] = [];
  /** The net changes before the first step; undefined if they took too much memory. */
  #merged: Map<string, StoredChange> | undefined = new Map();
  #mergedBytes = 0;
  /** Entries up to this number cannot be undone. */
  #mergedSeq = -1;
  /** Steps before the beginning, which can be undone but do not count for {@link ChangeLog.sinceBeginning}. */
  #earlier = 0;

  /** @param most bytes */
  constructor(most: number, above?: MemoryAccount) {
    this.#most = most;
    this.#account = new MemoryAccount(most, above);
  }

  get bytes(): number {
    return this.#account.bytes;
  }

  /** @param seq of the latest journal entry @param replacedBytes of the earlier values */
  add(seq: number, committed: readonly StoredChange[], replacedBytes: number): void {
    const changes = committed.filter(({ partition, collection }) => !isOwn(partition, collection));
    if (changes.length === 0) return;
    const bytes = changes.length * changeBytes + replacedBytes;
    this.#steps.push({ seq, changes, bytes });
    this.#account.add(bytes);
    // Several at once, because removing the first one moves all others.
    while (this.bytes > this.#most && this.#steps.length > 0) this.#merge(Math.ceil(this.#steps.length / 10));
    if (this.bytes > this.#most) this.#forget();
  }

  /** Merges the changes of entries that the journal has dropped. */
  dropBefore(seq: number): void {
    const first = this.#steps.findIndex((step) => step.seq >= seq);
    this.#merge(first < 0 ? this.#steps.length : first);
  }

  /** The state now is the beginning. Earlier changes can still be undone. */
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

  /** Frees memory. */
  shrink(): void {
    this.#merge(Math.ceil(this.#steps.length / 2));
    this.#forget();
  }

  close(): void {
    this.#account.close();
  }

  /**
   * The net changes from before one journal entry to before another, by default until now; undefined if they are not
   * known any more.
   */
  between(seq: number, end = Number.POSITIVE_INFINITY): StoredChange[] | undefined {
    if (seq <= this.#mergedSeq) return undefined;
    return net(this.#steps.filter((step) => step.seq >= seq && step.seq < end));
  }

  /** The net changes since the beginning until before a journal entry; undefined if they are not known any more. */
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

/** Returns the records that no undo touches. */
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

/** Returns a text that identifies a record of a sandbox. */
export function toRecordAddress({ partition, collection, key }: Omit<StoredRecord, 'value'>): string {
  return JSON.stringify([partition, collection, key]);
}
