import type { CollectionDefinition, IndexKeys } from './define-collection.js';
import type { IndexKey } from './index-key.js';
import { type EntryRange, OrderedEntries } from './ordered-entries.js';
import type { CollectionEntry, RangeOptions } from './store.js';

/** @throws TypeError if the collection has no index of this name */
export function resolveIndexRange<Stored, Keys extends IndexKeys>(
  { name, indexes }: CollectionDefinition<Stored, Keys>,
  index: string,
  from: IndexKey | undefined,
  to: IndexKey | undefined,
  { reverse = false, after }: RangeOptions<Stored>,
): EntryRange {
  const declared: Readonly<Record<string, EntryRange['keyOf']>> = indexes;
  const keyOf = declared[index];
  if (keyOf === undefined && index !== 'key') {
    const known = ['key', ...Object.keys(indexes)].join(', ');
    throw new TypeError(`Unknown index "${index}" of collection "${name}"; known indexes are ${known}`);
  }
  return { index, keyOf, from, to, reverse, after };
}

/** Implements {@link Collection.range} for given entries, in linear time. */
export function selectRange<T, Keys extends IndexKeys>(
  entries: readonly CollectionEntry<T>[],
  definition: CollectionDefinition<T, Keys>,
  index: string,
  from: IndexKey | undefined,
  to: IndexKey | undefined,
  options: RangeOptions<T> = {},
): CollectionEntry<T>[] {
  const ordered = new OrderedEntries();
  for (const { key, value } of entries) ordered.put(key, value);
  const range = resolveIndexRange(definition, index, from, to, options);
  return [...ordered.walk(range)].slice(0, options.limit) as CollectionEntry<T>[];
}
