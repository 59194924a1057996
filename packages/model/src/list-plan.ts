import type { ValueSource } from './resource.js';

/** The names of a list's query parameters by meaning. */
export interface ListPlan {
  readonly page?: string;
  readonly size?: string;
  readonly offset?: string;
  /** Key of the last entity on the previous page. */
  readonly cursor?: string;
  /** The member that contains the cursor for the next page, if `x-understudy` names one. */
  readonly next?: string;
  /** Key of the first entity on the next page. */
  readonly before?: string;
  /** The number of the first page. Default: 1. */
  readonly first?: 0 | 1;
  /** Parameters that accept only a token from another page. */
  readonly tokens?: readonly string[];
  /** Labels that an entity must have, such as `app=web`. */
  readonly labels?: string;
  readonly newestFirst?: boolean;
  readonly pageSize?: number;
  readonly sort?: string;
  readonly direction?: string;
  readonly search?: string;
  /** Conditions on members, such as `name=="Ada"`. */
  readonly condition?: string;
  /** Instant since which an entity has changed. */
  readonly since?: string;
  /** Parameters, with the property that must equal or contain the value. */
  readonly filters: Readonly<Record<string, string>>;
  /** True if the list contains the entities of all parents. */
  readonly across?: boolean;
  /** Keys that a member of an entity must contain. */
  readonly refers?: readonly ValueSource[];
  /** The member that must refer to the entity in the path. */
  readonly refersTo?: { readonly member: string; readonly source: ValueSource };
}
