import { getMember, type Resource, setMember, toSingular } from '@understudy/model';
import { EntityStore, type StoredEntity, splitParents } from '../entity-store.js';
import type { BehaviorSession } from './behavior-session.js';
import type { Violation } from './model-error.js';

/** Finds a record that refers to one and prevents its deletion. */
export function findDeletionRefusal(
  session: BehaviorSession,
  resource: Resource,
  { key, fields }: StoredEntity,
): Violation | undefined {
  for (const { from, store, reference } of listReferring(session, resource)) {
    if (reference.deleted !== 'refuse') continue;
    const count = store.referringSync(reference.member, key).length;
    if (count === 0) continue;
    const word = toSingular(resource.name.split(/[.:]/).at(-1) ?? 'record');
    const message = `The ${word} ${JSON.stringify(key)} has ${count === 1 ? `one of ${from}` : `${count} ${from}`}`;
    return { kind: 'used', message, self: fields };
  }
  return undefined;
}

/** Removes the records that refer to a deleted one, or clears their references. */
export async function applyDeletion(
  session: BehaviorSession,
  resource: Resource,
  { key }: StoredEntity,
): Promise<void> {
  for (const { target, store, reference } of listReferring(session, resource)) {
    if (reference.deleted !== 'remove' && reference.deleted !== 'clear') continue;
    for (const stored of store.referringSync(reference.member, key)) {
      const own = new EntityStore(session.work.context, target, splitParents(stored.parents));
      if (reference.deleted === 'remove') {
        await own.remove(stored.key);
        await applyDeletion(session, target, stored);
        continue;
      }
      const fields = { ...stored.fields };
      const name = reference.member.names.join('.');
      const value = getMember(fields, name);
      if (reference.member.list === undefined)
        setMember(fields, name, Array.isArray(value) ? value.filter((each) => String(each) !== key) : null);
      await own.put(stored.key, fields, stored);
    }
  }
}

function listReferring(session: BehaviorSession, resource: Resource) {
  const { plan, resourcesByName } = session.work.served;
  return (plan.behavior.referredBy.get(resource.name) ?? []).flatMap(({ from, reference }) => {
    const target = resourcesByName.get(from);
    return target === undefined
      ? []
      : [{ from, target, reference, store: new EntityStore(session.work.context, target, []) }];
  });
}
