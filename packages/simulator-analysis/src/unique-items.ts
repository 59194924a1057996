import { isDeepStrictEqual } from 'node:util';
import type { Refusal } from '@understudy/kernel';
import { differingDuplicates } from './errors.js';

/**
 * The items of a request, one per dataset. Equal items count as one, different ones are an error
 * (analysis.gap.duplicate-dataset).
 *
 * @param pointer path of the list in the request, such as `/body/parametersArray`
 */
export function uniqueItems<Item extends { readonly datasetId: string }>(
  items: readonly Item[],
  pointer: string,
): Item[] | Refusal {
  const byId = new Map<string, Item>();
  for (const [index, item] of items.entries()) {
    const earlier = byId.get(item.datasetId);
    if (earlier === undefined) byId.set(item.datasetId, item);
    else if (!isDeepStrictEqual(earlier, item)) return differingDuplicates(`${pointer}/${index}`, item.datasetId);
  }
  return byId.size === items.length ? [...items] : [...byId.values()];
}
