import type { OrderedEntries } from './ordered-entries.js';

/** What a sandbox holds: the entries of each collection of each partition, by their address. */
export type Shelves = Map<string, OrderedEntries>;

const separator = '\u0000';

export function addressOf(partition: string, collection: string): string {
  return `${partition}${separator}${collection}`;
}

export function placeAt(address: string): { readonly partition: string; readonly collection: string } {
  const [partition = '', collection = ''] = address.split(separator);
  return { partition, collection };
}
