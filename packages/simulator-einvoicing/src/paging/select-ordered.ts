import type { Collection, CollectionEntry, IndexKeys, IndexName, RangeBound } from '@understudy/kernel';

export interface OrderedEntries<T> {
  count(): Promise<number>;
  range(options: { readonly limit: number; readonly reverse: boolean }): Promise<readonly CollectionEntry<T>[]>;
}

/** Selects a range of an index, read page by page. Both bounds are inclusive. */
export function selectOrdered<T, Keys extends IndexKeys, Name extends IndexName<Keys>>(
  collection: Collection<T, Keys>,
  index: Name,
  from?: RangeBound<Keys, Name>,
  to?: RangeBound<Keys, Name>,
): OrderedEntries<T> {
  return {
    count: () => collection.count(index, from, to),
    range: (options) => collection.range(index, from, to, options),
  };
}
