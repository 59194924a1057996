import { createRandom } from '@understudy/kernel';
import type { CompiledSeed, Resource } from '@understudy/model';
import type { ApiRuntime } from '../handle/api-runtime.js';
import type { KeyPlace, RecordKey } from './key-place.js';

/** Generated records of one collection. */
const mostRecords = 1000;

type ListKeys = (resource: Resource, place: KeyPlace) => readonly RecordKey[];

/**
 * How many records of a collection a model wants: for each record of another collection, or in all.
 *
 * @returns undefined if the model says nothing, or if the seed itself names the collection
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

/** How many records one owner has. @param index of the owner among those that have some */
export function countForOwner(stated: CompiledSeed, salt: string, resource: Resource, index: number): number {
  return drawCount(stated, saltOf(salt, resource, index));
}

function saltOf(salt: string, { shape }: Resource, index: number): string {
  return `${salt} each ${shape} ${index}`;
}

function drawCount({ least = 1, most = least }: CompiledSeed, salt: string): number {
  return least + Math.floor(createRandom(salt)() * (most - least + 1));
}
