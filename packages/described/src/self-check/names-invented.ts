import { type ApiPlan, getMember, type Resource, valuesAt } from '@understudy/model';
import type { PlannedRequest } from './plan-client.js';

/** The key of the record of a resource that was created. */
type UsedKey = (resource: Resource) => unknown;

/** Returns whether the records exist that the path of a request leads through. */
export function hasParents(_plan: ApiPlan, { plan, path }: PlannedRequest, used: UsedKey): boolean {
  return plan.through.every(({ resource, sources }) => {
    const own = used(resource);
    return own !== undefined && String(path[sources.at(-1)?.name ?? '']) === String(own);
  });
}

/** Returns whether a request refers to a record that was not created before, although the record must exist. */
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
