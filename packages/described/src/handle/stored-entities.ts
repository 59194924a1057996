import { isJsonNumber, isObject } from '@understudy/contract';
import { createRandom } from '@understudy/kernel';
import { getMember, type OperationPlan, remember } from '@understudy/model';
import { findParentScope, isBelowStored, type ResourceCall, readSource } from './api-runtime.js';
import { EntityStore, type StoredEntity } from './entity-store.js';
import { listIdentities } from './match-values.js';

/** Share of the seeded entities that each scope shows, if none of them refers to it. */
const seededShare = 0.3;

/**
 * The entities in the store, or those in the scope of the path. Seeded entities have no stored scope and are assigned
 * one.
 */
export async function storedEntities(call: ResourceCall): Promise<readonly StoredEntity[]> {
  const { store, plan, input } = call;
  const all = await store.list(plan.list?.across);
  const { scope } = findParentScope(call);
  if (scope === undefined) return all;
  const [source] = plan.scope?.slice(-1) ?? [];
  const owner = source === undefined ? undefined : String(readSource(source, input));
  const generated = all.filter(({ order }) => order <= 0);
  const isOwn = generated.length === 0 || (await isBelowStored(call)) || (await isCreated(call, owner));
  const seeded = isOwn ? [] : generated;
  const member = memberOfParent(call);
  const named = seeded.filter(({ fields = {} }) =>
    member === undefined
      ? owner !== undefined && contains(fields, owner)
      : String(getMember(fields, member) ?? '') === owner,
  );
  const isShared = member === undefined && named.length === 0;
  const shown = new Set(isShared ? seeded.filter(({ key }) => createRandom(`${scope} ${key}`)() < seededShare) : named);
  const reference = owner === undefined ? undefined : copiedReference(call);
  const isHere = ({ scope: own, fields = {}, order }: StoredEntity) => {
    const value = reference === undefined || order <= 0 ? undefined : fields[reference];
    // The record can have been moved since its creation.
    return value === undefined ? own === scope : listIdentities(call.schemas.names, value).includes(String(owner));
  };
  return all.filter((entity) => isHere(entity) || shown.has(entity));
}

const copied = new WeakMap<OperationPlan, string | undefined>();

/** The member in which a creation at the same path stores the parent key from the path. */
function copiedReference({ served, plan }: ResourceCall): string | undefined {
  return remember(copied, plan, () => {
    const [above] = plan.scope?.slice(-1) ?? [];
    const creation = [...served.plan.operations.values()].find(
      ({ does, resource, operation }) =>
        does === 'create' && resource === plan.resource && operation.path === plan.operation.path,
    );
    const copy = creation?.copies?.find(({ parameter }) => parameter === above?.name);
    return copy?.member.split('.')[0];
  });
}

/** The only member that refers to the parent in the path. Undefined if there are several. */
function memberOfParent({ served, plan, resource }: ResourceCall): string | undefined {
  const above = plan.through.at(-1)?.resource.name;
  const { references = [] } = served.plan.behavior.resources.get(resource.name) ?? {};
  const [own, another] = references.filter((each) => each.resource === above && each.member.list === undefined);
  return own === undefined || another !== undefined ? undefined : own.member.names.join('.');
}

/** True if a request created a record with this key in any resource: a path can refer to several resources. */
async function isCreated({ served, context }: ResourceCall, key: string | undefined): Promise<boolean> {
  if (key === undefined) return false;
  for (const resource of served.plan.resources.values()) {
    if (resource.parents > 0 || !resource.kept) continue;
    const stored = await new EntityStore(context, resource, []).get(key);
    if (stored !== undefined && stored.order > 0) return true;
  }
  return false;
}

export function contains(value: unknown, key: string, depth = 0): boolean {
  if (!isObject(value)) return depth > 0 && (typeof value === 'string' || isJsonNumber(value)) && String(value) === key;
  return depth < 3 && Object.values(value).some((each) => contains(each, key, depth + 1));
}
