import type { RawJobDefinition, RawRule } from './judge-types.js';
import { createSeededRandom } from './random-definition.js';

export interface BenchDefinition extends Omit<RawJobDefinition, 'constraints' | 'configuration'> {
  readonly jobInfo: RawJobDefinition['jobInfo'] & { readonly id: string; readonly organisationId: string };
  readonly constraints: Readonly<Record<string, readonly (RawRule & { readonly weight?: number })[]>>;
  readonly configuration: NonNullable<RawJobDefinition['configuration']> & { readonly seed: number };
}

/** Returns a number in [0, 1). */
export type UniformRandom = () => number;

/** Uniform numbers for a seed, the same on every machine. Adjacent seeds give unrelated numbers. */
export const createUniformRandom = (seed: number): UniformRandom => createSeededRandom(Math.imul(seed, 0x9e3779b1));

export function pickItem<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`There is no item ${index} of ${items.length}.`);
  return item;
}

/** 0, 1, ... below the length, rounded down. */
export const createRange = (length: number): number[] => Array.from({ length }, (_, index) => index);
