import { defineCollection } from '@understudy/kernel';

/** A sandbox's generated records. They are created when a collection is first used. */
export interface GeneratedSeed {
  /** Determines the values, together with the collection names. */
  readonly salt: string;
  /** ISO 8601 instant. All records are dated before it. */
  readonly at: string;
  /** Numbers of records by collection name, or `*` for all others. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Contains a single record, `seed`. Without it, no records are generated. */
export const generatedSeeds = defineCollection<GeneratedSeed>('generated seed');

/** The collections that have been filled, by name and parent keys. */
export const seededCollections = defineCollection<{ readonly seeded: true; readonly records: number }>(
  'seeded collections',
);
