import { isObject } from '@understudy/contract';
import type { BehaviorModel } from './behavior-model.js';

/** The records of each collection, or the number to generate. `*` stands for every collection that is not named. */
export type SeedSpec = Readonly<Record<string, number | readonly unknown[]>>;

/** The records in a model, or the numbers to generate. */
export function readCounts({ seeds = {} }: BehaviorModel): SeedSpec {
  const counts = Object.entries(seeds).flatMap(([name, each]) => {
    if (typeof each === 'number' || Array.isArray(each)) return [[name, each] as const];
    const { count, each: parent } = each;
    return typeof count === 'number' && parent === undefined ? [[name, count] as const] : [];
  });
  return Object.fromEntries(counts);
}

/** Maximum numbers of generated and of given records per collection. */
export const [mostGenerated, mostRecords] = [1000, 20_000];

/** Returns whether a value is a list of records, or a number of records to generate. */
export function isSeed(value: unknown): value is number | readonly unknown[] {
  if (Array.isArray(value)) return value.length <= mostRecords && value.every(isObject);
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= mostGenerated;
}
