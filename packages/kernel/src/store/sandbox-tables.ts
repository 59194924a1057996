import { estimateHeapBytes } from './estimate-heap-bytes.js';
import { OrderedEntries } from './ordered-entries.js';
import type { StoredPage } from './store.js';

/** Memory overhead of an entry, excluding its key and value. */
const placeBytes = 150;

/** The entries of all collections of a sandbox, by collection address. */
export class SandboxTables extends Map<string, OrderedEntries> {
  records = 0;
  bytes = 0;
  /** Total size of all values that were overwritten or deleted. */
  replacedBytes = 0;

  /** Adds stored records, none of which exists yet. */
  load(page: StoredPage): void {
    const address = toCollectionAddress(page.partition, page.collection);
    const entries = this.get(address) ?? new OrderedEntries();
    this.set(address, entries);
    entries.load(page);
    this.records += page.entries.length;
    this.bytes += page.entries.reduce((sum, { key }) => sum + placeBytes + key.length, page.bytes);
  }

  /** @param value frozen; undefined deletes the record @returns the earlier value */
  write(address: string, key: string, value: unknown): unknown {
    const entries = this.get(address) ?? new OrderedEntries();
    this.set(address, entries);
    const { size } = entries;
    const before = entries.get(key)?.value;
    const replaced = estimateRecordBytes(key, before);
    this.bytes += estimateRecordBytes(key, value) - replaced;
    this.replacedBytes += replaced;
    if (value === undefined) entries.delete(key);
    else entries.put(key, value);
    this.records += entries.size - size;
    return before;
  }
}

/** Computes the bytes that a write adds. @param value undefined deletes the record */
export function computeGrowth(entries: OrderedEntries | undefined, key: string, value: unknown): number {
  const before = entries?.get(key)?.value;
  return estimateRecordBytes(key, value) - estimateRecordBytes(key, before);
}

/** Estimates the size of a record in bytes; 0 without a value. */
export function estimateRecordBytes(key: string, value: unknown): number {
  return value === undefined ? 0 : placeBytes + key.length + estimateHeapBytes(value);
}

const separator = '\u0000';

export function toCollectionAddress(partition: string, collection: string): string {
  return `${partition}${separator}${collection}`;
}

export function parseCollectionAddress(address: string): { readonly partition: string; readonly collection: string } {
  const [partition = '', collection = ''] = address.split(separator);
  return { partition, collection };
}
