/** A difference between two schemas. */
export interface SchemaChange {
  readonly rule: string;
  /** Member names, with `*` for list items. */
  readonly path: readonly string[];
  readonly allows: 'less' | 'more';
  readonly says: string;
  /** True if clients and servers usually tolerate it. */
  readonly isMild?: boolean;
  /** True if the change is about members that the schemas do not describe. */
  readonly isForeign?: boolean;
  /**
   * Values that only one of the schemas allows: the earlier one if the later one allows less. Empty if no value shows the
   * change.
   */
  readonly witnesses: readonly unknown[];
}
