import { OrderedEntries } from './ordered-entries.js';

/** What a sandbox holds: the entries of each collection of each partition, by their address. */
export class Shelves extends Map<string, OrderedEntries> {
  /** Records of all collections together. */
  records = 0;

  /** @param value frozen, or undefined to delete what is there */
  write(address: string, key: string, value: unknown): void {
    const entries = this.get(address) ?? new OrderedEntries();
    this.set(address, entries);
    const before = entries.size;
    if (value === undefined) entries.delete(key);
    else entries.put(key, value);
    this.records += entries.size - before;
  }
}

const separator = '\u0000';

export function addressOf(partition: string, collection: string): string {
  return `${partition}${separator}${collection}`;
}

export function placeAt(address: string): { readonly partition: string; readonly collection: string } {
  const [partition = '', collection = ''] = address.split(separator);
  return { partition, collection };
}
