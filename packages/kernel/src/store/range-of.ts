import type { CollectionDefinition, IndexKeys } from './define-collection.js';
import type { IndexKey } from './index-key.js';
import { OrderedEntries, type Range } from './ordered-entries.js';
import type { Entry, RangeOptions } from './store.js';

/** @throws TypeError if the collection has no such index */
export function rangeOf<Stored, Keys extends IndexKeys>(
  { name, indexes }: CollectionDefinition<Stored, Keys>,
  index: string,
  from: IndexKey | undefined,
  to: IndexKey | undefined,
  { reverse = false, after }: RangeOptions<Stored>,
): Range {
  const declared: Readonly<Record<string, Range['keyOf']>> = indexes;
  const keyOf = declared[index];
  if (keyOf === undefined && index !== 'key') {
    const known = ['key', ...Object.keys(indexes)].join(', ');
    throw new TypeError(`"${name}" has no index "${index}"; there are ${known}`);
  }
  return { index, keyOf, from, to, reverse, after };
}

/** {@link Collection.range} over given entries, in linear time. */
export function rangeIn<T, Keys extends IndexKeys>(
  entries: readonly Entry<T>[],
  definition: CollectionDefinition<T, Keys>,
  index: string,
  from: IndexKey | undefined,
  to: IndexKey | undefined,
  options: RangeOptions<T> = {},
): Entry<T>[] {
  const ordered = new OrderedEntries();
  for (const { key, value } of entries) ordered.put(key, value);
  const range = rangeOf(definition, index, from, to, options);
  return [...ordered.walk(range)].slice(0, options.limit) as Entry<T>[];
}
