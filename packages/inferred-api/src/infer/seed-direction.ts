import { isObject } from '@understudy/contract';

/** Records of collections, or how many to generate. `*` is every collection that is not named. */
export type SeedDirection = Readonly<Record<string, number | readonly unknown[]>>;

/** Records to generate for one collection, and given ones. */
export const [mostGenerated, mostRecords] = [1000, 20_000];

/** Returns whether a value is a list of records, or how many to generate. */
export function isSeed(value: unknown): value is number | readonly unknown[] {
  if (Array.isArray(value)) return value.length <= mostRecords && value.every(isObject);
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= mostGenerated;
}

/** Returns whether a value has a seed for each of its collections. */
export function isSeedData(value: unknown): value is SeedDirection {
  return isObject(value) && Object.values(value).every(isSeed);
}
