export type MemberPath = readonly string[];

/** The changes of an entity by an action, in addition to the members of the request. */
export interface ActionEffects {
  /** A value `{name}` is that of another member, `{=body.name}` one of the request, and `{now}` the current time. */
  readonly set: readonly { readonly path: MemberPath; readonly value: unknown }[];
  /** Members to set to the current time. */
  readonly stamps: readonly MemberPath[];
  readonly clear: readonly MemberPath[];
  /** True if the lists of the request are added to those of the entity, or removed from them. */
  readonly lists?: 'add' | 'remove';
  readonly list?: ListChange;
}

/** The instants that a state sets and clears, by the member with the state and its value. */
export type StampsOfStates = ReadonlyMap<string, ReadonlyMap<string, ActionEffects>>;

export interface ListChange {
  readonly member: string;
  readonly mode: 'add' | 'remove' | 'set';
  /** The member of the request with the items. Default: the request itself is an item. */
  readonly from?: string;
}
