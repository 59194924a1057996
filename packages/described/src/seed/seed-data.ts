import { type ApiPlan, decodeComponent, type Resource } from '@understudy/model';
import type { GeneratedSeed } from '../handle/generated-seed.js';

/** Maximum total number of records in all collections. */
export const maxSeededRecords = 20_000;

/** Returns how many records to generate for a collection. */
export function countSeededRecords({ counts }: GeneratedSeed, { name, parents }: Resource): number {
  const count = Object.hasOwn(counts, name) ? counts[name] : counts['*'];
  // Collections below a parent are small.
  return count === undefined ? 0 : parents === 0 || Object.hasOwn(counts, name) ? count : Math.min(count, 3);
}

/** A collection of a seed: its resource, and the keys of its parents. */
export interface SeededCollection {
  readonly resource: Resource;
  readonly parents: readonly string[];
}

/**
 * Finds a collection by its name, such as `pets`, or by its path with the keys of its parents, such as
 * `/pets/7/visits`.
 */
export function findSeededCollection({ resources }: ApiPlan, name: string): SeededCollection | undefined {
  const all = [...resources.values()];
  if (!name.startsWith('/')) {
    const resource = all.find((each) => each.name === name);
    return resource === undefined || resource.parents > 0 ? undefined : { resource, parents: [] };
  }
  const segments = name.split('/');
  for (const resource of all) {
    const shape = resource.shape.split('/');
    const fits = shape.length === segments.length && shape.every((each, at) => each === '{}' || each === segments[at]);
    const parents = segments.filter((_segment, at) => shape[at] === '{}').map((each) => decodeComponent(each) ?? '');
    if (fits && !parents.includes('')) return { resource, parents };
  }
  return undefined;
}

/** Returns the name or path that {@link findSeededCollection} accepts for a collection. */
export function toCollectionName({ shape, name }: Resource, parents: readonly unknown[]): string {
  const left = parents.map((each) => encodeURIComponent(String(each)));
  return left.length === 0 ? name : shape.replace(/\{\}/g, () => left.shift() ?? '');
}
