import type { Scope } from '@understudy/kernel';
import { type Counters, collections } from '../entities.js';

/** The next number in a company's sequence of invoices and documents, which keeps those of one second in order. */
export async function nextOrder(scope: Scope): Promise<number> {
  const counters = scope.collection<Counters>(collections.counters);
  const latest = ((await counters.get('exchanged'))?.latest ?? 0) + 1;
  await counters.put('exchanged', { latest });
  return latest;
}
