import { estimateHeapBytes } from './estimate-heap-bytes.js';
import { OrderedEntries } from './ordered-entries.js';

/** What an entry takes besides its key and its value: its places in the orders of its collection. */
const placeBytes = 150;

/** What a sandbox holds: the entries of each collection of each partition, by their address. */
export class SandboxTables extends Map<string, OrderedEntries> {
  /** Records of all collections together. */
  records = 0;
  /** Bytes that they take, about. */
  bytes = 0;

  /** @param value frozen, or undefined to delete what is there */
  write(address: string, key: string, value: unknown): void {
    const entries = this.get(address) ?? new OrderedEntries();
    this.set(address, entries);
    const before = entries.size;
    this.bytes += growthOf(entries, key, value);
    if (value === undefined) entries.delete(key);
    else entries.put(key, value);
    this.records += entries.size - before;
  }
}

/** Bytes that a write adds. @param value undefined deletes what is there */
export function growthOf(entries: OrderedEntries | undefined, key: string, value: unknown): number {
  const before = entries?.get(key)?.value;
  return recordBytes(key, value) - recordBytes(key, before);
}

/** Bytes that a record takes, about; nothing without a value. */
export function recordBytes(key: string, value: unknown): number {
  return value === undefined ? 0 : placeBytes + key.length + estimateHeapBytes(value);
}

const separator = '\u0000';

export function addressOf(partition: string, collection: string): string {
  return `${partition}${separator}${collection}`;
}

export function partsOfAddress(address: string): { readonly partition: string; readonly collection: string } {
  const [partition = '', collection = ''] = address.split(separator);
  return { partition, collection };
}
