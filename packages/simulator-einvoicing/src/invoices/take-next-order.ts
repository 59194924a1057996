import type { DataScope } from '@understudy/kernel';
import { collections } from '../entities.js';
import { exchangeCollections } from '../exchange/entities.js';

/** Returns the next number in a company's sequence of invoices and documents, which orders items of the same second. */
export async function takeNextOrder(scope: DataScope): Promise<number> {
  const counters = scope.collection(collections.counters);
  const latest = ((await counters.get(exchangeCollections.exchanged.name))?.latest ?? 0) + 1;
  await counters.put(exchangeCollections.exchanged.name, { latest });
  return latest;
}
