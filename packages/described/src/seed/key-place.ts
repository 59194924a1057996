import type { GeneratedSeed } from '../handle/generated-seed.js';

export type RecordKey = string | number;

/** A collection of generated records. */
export interface KeyPlace {
  readonly seed: GeneratedSeed;
  readonly parents: readonly string[];
  readonly now: Date;
}
