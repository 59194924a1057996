import { defineCollection } from '@understudy/kernel';

/** The records of a sandbox that are generated when a collection is first used. */
export interface GeneratedSeed {
  /** Decides the values, with the names of the collections. */
  readonly salt: string;
  /** ISO 8601 instant. The records lie before it. */
  readonly at: string;
  /** Numbers of records by the name of a collection, or `*` for all others. */
  readonly counts: Readonly<Record<string, number>>;
}

/** One record, `seed`. Without it, nothing is generated. */
export const generatedSeeds = defineCollection<GeneratedSeed>('generated seed');

/** The collections, with the keys of their parents, that have their seed. */
export const seededCollections = defineCollection<{ readonly seeded: true; readonly records: number }>(
  'seeded collections',
);
