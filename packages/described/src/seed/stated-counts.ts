import { createRandom } from '@understudy/kernel';
import type { CompiledSeed, Resource } from '@understudy/model';
import type { ApiRuntime } from '../handle/api-runtime.js';
import type { KeyPlace, RecordKey } from './key-place.js';

/** Maximum number of generated records in one collection. */
const mostRecords = 1000;

type ListKeys = (resource: Resource, place: KeyPlace) => readonly RecordKey[];

/**
 * Returns the number of records that a model states for a collection: per owner in another collection, or in total.
 *
 * @returns undefined if the model states none, or if the seed names the collection
 */
export function countStatedRecords(
  served: ApiRuntime,
  resource: Resource,
  place: KeyPlace,
  listKeys: ListKeys,
): number | undefined {
  const stated = served.plan.behavior.seeds.get(resource.name);
  const { counts, salt } = place.seed;
  if (stated?.least === undefined || Object.hasOwn(counts, resource.name) || !Object.hasOwn(counts, '*'))
    return undefined;
  const { each, most = 0 } = stated;
  if (each === undefined) return drawCount(stated, `${salt} count ${resource.shape} ${place.parents.join('/')}`);
  const names = typeof each === 'string' ? [each] : [...each.uses.resources];
  const owners = names.flatMap((name) => served.resourcesByName.get(name) ?? []);
  const [owner] = owners;
  if (typeof each === 'string' && owner !== undefined && resource.parents > owner.parents) {
    const keys = listKeys(owner, { ...place, parents: place.parents.slice(0, -1) });
    const index = keys.findIndex((key) => String(key) === place.parents.at(-1));
    return index < 0 ? 0 : drawCount(stated, saltOf(salt, resource, index));
  }
  const total = owners.reduce((sum, each) => sum + listKeys(each, { ...place, parents: [] }).length, 0);
  if (typeof each !== 'string') return Math.min(mostRecords, total * most);
  let count = 0;
  for (let index = 0; index < total; index += 1) count += drawCount(stated, saltOf(salt, resource, index));
  return Math.min(mostRecords, count);
}

/** The number of records of one owner. @param index of the owner among all owners */
export function countForOwner(stated: CompiledSeed, salt: string, resource: Resource, index: number): number {
  return drawCount(stated, saltOf(salt, resource, index));
}

function saltOf(salt: string, { shape }: Resource, index: number): string {
  return `${salt} each ${shape} ${index}`;
}

function drawCount({ least = 1, most = least }: CompiledSeed, salt: string): number {
  return least + Math.floor(createRandom(salt)() * (most - least + 1));
}
