import type { Kind, NamedMember } from '../../prose/vocabulary.js';

/** What a sentence says that an operation does to records. */
export interface ReadConsequence {
  readonly kind: Kind;
  /** The record or records that change. Undefined for a new one. */
  readonly each?: string;
  readonly if?: string;
  /** The key of the record to change, if it is that of an item in each. */
  readonly key?: string;
  /** The values for each of which there is a new one, as `item`. */
  readonly of?: string;
  readonly to?: string;
  readonly set?: Readonly<Record<string, unknown>>;
}

/** The value of a list as it is written there. */
export function listedValue({ schema }: NamedMember, value: string): unknown {
  const listed: readonly unknown[] = Array.isArray(schema.keywords['enum']) ? schema.keywords['enum'] : [];
  return listed.find((each) => String(each).toLowerCase() === value) ?? value;
}
