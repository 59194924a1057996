import type { TimeForm } from './day-in-zone.js';

/** A schema with its references resolved and its `allOf` parts merged. */
export interface FlatSchema {
  /** Empty if any type is allowed. */
  readonly types: readonly string[];
  readonly nullable: boolean;
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  /** True if additional members are explicitly allowed, or no members are described. */
  readonly open: boolean;
  readonly items: unknown;
  /** The alternatives, without null. */
  readonly alternatives: readonly unknown[];
  /** All keywords that the other properties do not cover. */
  readonly keywords: Readonly<Record<string, unknown>>;
  /** Pointers to the named schemas that this schema is, or is composed of. */
  readonly names: readonly string[];
  /** How the API writes times. */
  readonly times: TimeForm;
}
