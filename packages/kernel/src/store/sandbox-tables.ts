import { estimateHeapBytes } from './estimate-heap-bytes.js';
import { OrderedEntries } from './ordered-entries.js';
import type { StoredPage } from './store.js';

/** Memory overhead of an entry in bytes, excluding its key and value. */
const placeBytes = 150;

/** The entries of all collections of a sandbox, by collection address. */
export class SandboxTables extends Map<string, OrderedEntries> {
  records = 0;
  bytes = 0;
  /** Total size of all values that were overwritten or deleted. */
  replacedBytes = 0;

  /** Adds stored records, all of which must be new. */
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

/** Maximum number of cached addresses. */
const mostKnown = 2000;
const addresses = new Map<string, Map<string, string>>();
const parsed = new Map<string, { readonly partition: string; readonly collection: string }>();

export function toCollectionAddress(partition: string, collection: string): string {
  const known = addresses.get(partition)?.get(collection);
  if (known !== undefined) return known;
  if (parsed.size >= mostKnown) {
    addresses.clear();
    parsed.clear();
  }
  const address = `${partition}${separator}${collection}`;
  const ofPartition = addresses.get(partition) ?? new Map<string, string>();
  addresses.set(partition, ofPartition.set(collection, address));
  parsed.set(address, { partition, collection });
  return address;
}

export function parseCollectionAddress(address: string): { readonly partition: string; readonly collection: string } {
  const known = parsed.get(address);
  if (known !== undefined) return known;
  const [partition = '', collection = ''] = address.split(separator);
  return { partition, collection };
}
