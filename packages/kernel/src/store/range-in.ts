import type { CollectionDefinition, IndexKeys } from './define-collection.js';
import type { IndexKey } from './index-key.js';
import { OrderedEntries } from './ordered-entries.js';
import { rangeOf } from './range-of.js';
import type { Entry, RangeOptions } from './store.js';

/** What {@link Collection.range} would give if a collection held these entries. It costs as many as there are. */
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
