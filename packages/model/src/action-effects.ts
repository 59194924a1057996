/** The changes of an entity by an action, in addition to the members of the request. */
export interface ActionEffects {
  /** Members by their paths, as a statement sets them: `{ status: paid, paidAt: =now, reason: =null }`. */
  readonly set: Readonly<Record<string, unknown>>;
  /** True if the lists of the request are added to those of the entity, or removed from them. */
  readonly lists?: 'add' | 'remove';
  readonly list?: ListChange;
}

export interface ListChange {
  readonly member: string;
  readonly mode: 'add' | 'remove' | 'set';
  /** The member of the request with the items. Default: the request itself is an item. */
  readonly from?: string;
}
