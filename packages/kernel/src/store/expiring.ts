import { defineCollection, type PlainCollection } from './define-collection.js';
import type { Scopes } from './scope.js';

/** A record that nobody needs after an instant. */
export interface Expiring {
  /** Milliseconds; the record can be deleted then. */
  readonly keptUntil: number;
}

type Keys = { readonly expiry: readonly [number] };

/** A collection whose records expire. */
export type ExpiringCollection<Stored extends Expiring> = ReturnType<typeof expiring<Stored>>;

/** Expired records that each write deletes, so that no collection grows with the past. */
const mostDeleted = 4;

/** Declares a collection of records that expire. */
export function expiring<Stored extends Expiring>(name: string) {
  const plain: PlainCollection<Stored> = defineCollection<Stored>(name);
  return plain.indexedBy<Keys>({ expiry: ({ keptUntil }) => [keptUntil] });
}

/** Stores a record that expires, and deletes some that have. */
export async function putExpiring<Stored extends Expiring>(
  { scopes, clock }: { readonly scopes: Scopes; readonly clock: { now(): Date } },
  definition: ExpiringCollection<Stored>,
  [key, value]: readonly [string, Stored],
): Promise<void> {
  const records = scopes.shared.collection(definition);
  const expired = await records.range('expiry', undefined, [clock.now().getTime()], { limit: mostDeleted });
  for (const { key: old } of expired) await records.delete(old);
  await records.put(key, value);
}
