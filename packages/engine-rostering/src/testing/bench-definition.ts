import type { Definition, Rule } from './judge-types.js';
import { seeded } from './random-definition.js';

/** A job definition of the benchmark. */
export interface BenchDefinition extends Omit<Definition, 'constraints' | 'configuration'> {
  readonly jobInfo: Definition['jobInfo'] & { readonly id: string; readonly organisationId: string };
  readonly constraints: Readonly<Record<string, readonly (Rule & { readonly weight?: number })[]>>;
  readonly configuration: NonNullable<Definition['configuration']> & { readonly seed: number };
}

/** Returns a number in [0, 1). */
export type Uniform = () => number;

/** Uniform numbers for a seed, the same on every machine. Adjacent seeds give unrelated numbers. */
export const uniformNumbers = (seed: number): Uniform => seeded(Math.imul(seed, 0x9e3779b1));

export function itemOf<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`There is no item ${index} of ${items.length}.`);
  return item;
}

/** 0, 1, ... below the length, rounded down. */
export const range = (length: number): number[] => Array.from({ length }, (_, index) => index);
