import type { Resource } from '@understudy/model';
import type { Knowledge } from '../rule.js';

/** The resources with exactly one reference to a record, or whose path leads through it. */
export function childrenOf({ plan, model }: Knowledge, own: Resource): Resource[] {
  return [...plan.resources.values()].filter((child) => {
    if (child === own || child.single) return false;
    const members = Object.values(model.resources?.[child.name]?.members ?? {});
    const references = members.filter(({ refersTo }) => refersTo === own.name);
    return references.length === 1 || (references.length === 0 && child.parent === own.shape);
  });
}
