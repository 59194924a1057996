import type { Kind } from '../../prose/vocabulary.js';

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
