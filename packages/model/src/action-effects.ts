/** The changes that an action makes to an entity, in addition to the members of the request. */
export interface ActionEffects {
  /** Values of members by path, as in a statement: `{ status: paid, paidAt: =now, reason: =null }`. */
  readonly set: Readonly<Record<string, unknown>>;
  /** Whether the items in the request are added to the lists of the entity, or removed from them. */
  readonly lists?: 'add' | 'remove';
  readonly list?: ListChange;
}

export interface ListChange {
  readonly member: string;
  readonly mode: 'add' | 'remove' | 'set';
  /** The request member that contains the items. Default: the request itself is an item. */
  readonly from?: string;
}
