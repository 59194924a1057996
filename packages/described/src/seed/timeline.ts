import { stringifyJson } from '@understudy/contract';
import { createRandom } from '@understudy/kernel';
import { type Resource, remember, rememberSome } from '@understudy/model';
import type { ApiRuntime } from '../handle/api-runtime.js';
import { findParentResource, generateSeededKeys } from './generate-seeded-keys.js';
import type { KeyPlace } from './key-place.js';

const day = 86_400_000;

/** Age in days of the oldest collections, and the factor by which collections that refer to others are younger. */
const [longest, shrinks] = [540, 0.75];

const known = new WeakMap<ApiRuntime, Map<string, readonly Date[]>>();
const mostKnown = 500;

/**
 * The times at which the generated records of a collection were created, the oldest first, in whole seconds. Records
 * that others refer to are older.
 */
export function listInstants(served: ApiRuntime, resource: Resource, place: KeyPlace): readonly Date[] {
  const instants = remember(known, served, () => new Map<string, readonly Date[]>());
  const id = stringifyJson([place.seed, resource.shape, place.parents]);
  return rememberSome(instants, id, mostKnown, () => makeInstants(served, resource, place));
}

function makeInstants(served: ApiRuntime, resource: Resource, place: KeyPlace): readonly Date[] {
  const count = generateSeededKeys(served, resource, place).length;
  const end = Math.floor(place.now.getTime() / 1000) * 1000 - 60_000;
  const start = Math.min(end, startOf(served, resource, place));
  const random = createRandom(`${place.seed.salt} timeline ${resource.shape} ${place.parents.join('/')}`);
  return Array.from({ length: count }, (_each, index) => {
    // The first record is as old as the collection, and most records are recent.
    const left = 1 - (index === 0 ? 0 : (index + random() * 0.9) / count);
    return new Date(end - Math.floor(((end - start) * left ** 1.4) / 1000) * 1000);
  });
}

function startOf(served: ApiRuntime, resource: Resource, { seed, parents, now }: KeyPlace): number {
  const above = findParentResource(served, resource);
  const { over } = served.plan.behavior.seeds.get(resource.name) ?? {};
  const own = now.getTime() - (over ?? longest * shrinks ** depthOf(served, resource) * day);
  if (above === undefined || parents.length === 0) return own;
  const place = { seed, parents: parents.slice(0, -1), now };
  const at = generateSeededKeys(served, above, place).findIndex((key) => String(key) === parents.at(-1));
  return Math.max(own, listInstants(served, above, place)[at]?.getTime() ?? own);
}

const depths = new WeakMap<ApiRuntime, Map<Resource, number>>();

/** The length of the longest chain of references from a resource. */
function depthOf(served: ApiRuntime, resource: Resource, above: readonly Resource[] = []): number {
  const known = remember(depths, served, () => new Map<Resource, number>());
  const found = known.get(resource);
  if (found !== undefined) return found;
  const parent = findParentResource(served, resource);
  const targets = [...listTargets(served, resource), ...(parent === undefined ? [] : [parent])];
  const others = targets.filter((each) => each !== resource && !above.includes(each));
  const depth = others.reduce((most, each) => Math.max(most, 1 + depthOf(served, each, [...above, resource])), 0);
  if (above.length === 0) known.set(resource, depth);
  return depth;
}

/** The resources that a resource's records refer to. */
export function listTargets(served: ApiRuntime, resource: Resource): readonly Resource[] {
  const { references = [] } = served.plan.behavior.resources.get(resource.name) ?? {};
  return [...new Set(references.flatMap((each) => served.resourcesByName.get(each.resource) ?? []))];
}
