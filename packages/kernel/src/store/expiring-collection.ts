import { defineCollection, type PlainCollection } from './define-collection.js';
import type { DataScopes } from './scope.js';

/** A record that nobody needs after an instant. */
export interface ExpiringRecord {
  /** Milliseconds; the record can be deleted then. */
  readonly keptUntil: number;
}

type Keys = { readonly expiry: readonly [number] };

export type ExpiringCollection<Stored extends ExpiringRecord> = ReturnType<typeof defineExpiringCollection<Stored>>;

/** Expired records that each write deletes, so that no collection grows with the past. */
const mostDeleted = 4;

export function defineExpiringCollection<Stored extends ExpiringRecord>(name: string) {
  const plain: PlainCollection<Stored> = defineCollection<Stored>(name);
  return plain.indexedBy<Keys>({ expiry: ({ keptUntil }) => [keptUntil] });
}

export async function putExpiring<Stored extends ExpiringRecord>(
  { scopes, clock }: { readonly scopes: DataScopes; readonly clock: { now(): Date } },
  definition: ExpiringCollection<Stored>,
  [key, value]: readonly [string, Stored],
): Promise<void> {
  const records = scopes.shared.collection(definition);
  const expired = await records.range('expiry', undefined, [clock.now().getTime()], { limit: mostDeleted });
  for (const { key: old } of expired) await records.delete(old);
  await records.put(key, value);
}
