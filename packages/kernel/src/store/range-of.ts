import type { CollectionDefinition, IndexKeys } from './define-collection.js';
import type { IndexKey } from './index-key.js';
import type { Range } from './ordered-entries.js';
import type { RangeOptions } from './store.js';

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
