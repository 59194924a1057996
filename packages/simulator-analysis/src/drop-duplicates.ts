import { isDeepStrictEqual } from 'node:util';
import type { ErrorResult } from '@understudy/kernel';
import { createDuplicateError } from './errors.js';

/** Returns the items at `pointer`, one per dataset. Drops equal items (analysis.gap.duplicate-dataset). */
export function dropDuplicates<Item extends { readonly datasetId: string }>(
  items: readonly Item[],
  pointer: string,
): Item[] | ErrorResult {
  const byId = new Map<string, Item>();
  for (const [index, item] of items.entries()) {
    const earlier = byId.get(item.datasetId);
    if (earlier === undefined) byId.set(item.datasetId, item);
    else if (!isDeepStrictEqual(earlier, item)) return createDuplicateError(`${pointer}/${index}`, item.datasetId);
  }
  return byId.size === items.length ? [...items] : [...byId.values()];
}

/**
 * Finds the first record with a repeated id (analysis.gap.validation-rules). `pointer` is the location of the records.
 */
export function findRepeatedId<Key extends string>(
  records: ReadonlyArray<{ readonly [key in Key]?: unknown }>,
  idKey: Key,
  pointer: string,
): string | undefined {
  const seen = new Set<unknown>();
  for (const [index, record] of records.entries()) {
    const id = record[idKey];
    if (seen.has(id)) return `${pointer}/${index}/${idKey} "${id}" occurs more than once in the dataset`;
    seen.add(id);
  }
  return undefined;
}
