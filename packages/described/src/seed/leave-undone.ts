import { type ApiPlan, getMember, type Resource, remember, setMember } from '@understudy/model';

const known = new WeakMap<ApiPlan, Map<Resource, ReadonlyMap<string, boolean>>>();

/** Leaves every second record of a seed to act on: a flag that an action sets is not set in it. */
export function leaveUndone(plan: ApiPlan, resource: Resource, fields: Record<string, unknown>, index: number): void {
  if (index % 2 > 0) return;
  const all = remember(known, plan, () => new Map<Resource, ReadonlyMap<string, boolean>>());
  const flags = all.get(resource) ?? listFlags(plan, resource);
  all.set(resource, flags);
  for (const [name, value] of flags) if (typeof getMember(fields, name) === 'boolean') setMember(fields, name, !value);
}

/** The flags that actions set, with the value that they set. One that is set and unset is unset at first. */
function listFlags({ operations, behavior }: ApiPlan, resource: Resource): ReadonlyMap<string, boolean> {
  const flags = new Map<string, boolean>();
  for (const [id, { does, resource: own }] of operations)
    for (const [name, value] of Object.entries(behavior.operations.get(id)?.statement.set ?? {}))
      if (does === 'act' && own === resource && typeof value === 'boolean')
        flags.set(name, value || flags.get(name) === true);
  return flags;
}
