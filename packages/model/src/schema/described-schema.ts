import type { TimeForm } from './day-in-zone.js';

/** A schema with its references resolved and its `allOf` parts merged. */
export interface FlatSchema {
  /** Empty where any will do. */
  readonly types: readonly string[];
  readonly nullable: boolean;
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  /** True if other members are explicitly permitted, or no members are described. */
  readonly open: boolean;
  readonly items: unknown;
  /** The alternatives other than null. */
  readonly alternatives: readonly unknown[];
  /** True if at least one of the alternatives must match. */
  readonly keywords: Readonly<Record<string, unknown>>;
  /** Pointers of the named schemas that it is, or consists of. */
  readonly names: readonly string[];
  /** How its API writes times. */
  readonly times: TimeForm;
}
