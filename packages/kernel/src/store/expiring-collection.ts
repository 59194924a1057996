import { defineCollection, type PlainCollection } from './define-collection.js';
import type { DataScopes } from './scope.js';

/** A record that is no longer needed after a given instant. */
export interface ExpiringRecord {
  /** Milliseconds since the epoch after which the record can be deleted. */
  readonly keptUntil: number;
}

type Keys = { readonly expiry: readonly [number] };

type ExpiringCollection<Stored extends ExpiringRecord> = ReturnType<typeof defineExpiringCollection<Stored>>;

/** Maximum number of expired records that each write deletes, so that the collection does not grow without limit. */
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
