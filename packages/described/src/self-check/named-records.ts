import { type ApiPlan, getMember, type Resource, valuesAt } from '@understudy/model';
import type { PlannedRequest } from './plan-client.js';

/** Returns the key of the record that was created for a resource. */
type UsedKey = (resource: Resource) => unknown;

/** Returns whether all parents in the path of a request exist. */
export function hasParents({ plan, path }: PlannedRequest, used: UsedKey): boolean {
  return plan.through.every(({ resource, sources }) => {
    const own = used(resource);
    return own !== undefined && String(path[sources.at(-1)?.name ?? '']) === String(own);
  });
}

/** Returns whether a request refers to a record that must exist but was not created. */
export function namesInvented(
  { behavior, resources }: ApiPlan,
  { plan, body }: PlannedRequest,
  used: UsedKey,
): boolean {
  const sent = getMember(body?.value, plan.sent.join('.'));
  const { references = [] } = behavior.resources.get(plan.resource?.name ?? '') ?? {};
  return references.some(({ member, resource, missing }) => {
    const target = [...resources.values()].find(({ name }) => name === resource);
    const own = target && used(target);
    return missing !== 'ignore' && valuesAt(sent, member).some((key) => String(key) !== String(own));
  });
}
