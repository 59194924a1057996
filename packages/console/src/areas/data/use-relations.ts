import { callControl } from '../../api/call-control.js';
import { pluralsOf, useCollections } from '../../api/known-keys.js';
import type { CollectionInfo, StoredEntry } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { findLabel } from './to-table.js';

interface Relation {
  readonly collection: CollectionInfo;
  /** Labels by key. */
  readonly labels: ReadonlyMap<string, string>;
}

/** The collections that members such as `companyId` refer to, by member. */
export function useRelations(
  { api, clientId, tenantId }: CollectionInfo,
  members: readonly string[],
): ReadonlyMap<string, Relation> {
  const { value: collections = [] } = useCollections();
  const targets = members.flatMap((member) => {
    const fits = (each: CollectionInfo) => each.api === api && pluralsOf(member).includes(each.collection);
    const found = collections.filter(fits);
    const collection =
      found.find((each) => each.clientId === clientId && each.tenantId === tenantId) ??
      found.find((each) => each.tenantId === undefined);
    return collection === undefined ? [] : [{ member, collection }];
  });
  const key = targets.map(({ member, collection }) => `${member} ${collection.collection}`).join();
  const { value } = useLoad(key === '' ? undefined : `relations ${api} ${tenantId} ${key}`, async () => {
    const loaded = targets.map(async ({ member, collection }) => [member, await loadRelation(collection)] as const);
    return new Map(await Promise.all(loaded));
  });
  return value ?? none;
}

const none: ReadonlyMap<string, Relation> = new Map();

async function loadRelation(collection: CollectionInfo): Promise<Relation> {
  const { api, clientId, tenantId } = collection;
  const query = new URLSearchParams({ limit: '500', ...(clientId && tenantId ? { clientId, tenantId } : {}) });
  const path = `records/${api}/${encodeURIComponent(collection.collection)}`;
  const { records } = await callControl<{ records: StoredEntry[] }>(`GET ${path}?${query}`);
  return { collection, labels: new Map(records.map(({ key, value }) => [key, findLabel(value) ?? key])) };
}
