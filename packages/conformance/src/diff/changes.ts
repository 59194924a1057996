/** A difference between two schemas. */
export interface SchemaChange {
  readonly rule: string;
  /** Member names, with `*` for list items. */
  readonly path: readonly string[];
  readonly allows: 'less' | 'more';
  readonly says: string;
  /** True if clients and servers usually tolerate the change. */
  readonly isMild?: boolean;
  /** True if the change concerns members that the schemas do not describe. */
  readonly isForeign?: boolean;
  /**
   * Values that only one of the schemas allows: the earlier schema if the later one allows less. Empty if no value
   * demonstrates the change.
   */
  readonly witnesses: readonly unknown[];
}

/** A difference between two descriptions of the same call. */
export interface CallChange {
  readonly rule: string;
  readonly side: 'request' | 'response' | 'operation';
  readonly says: string;
  /** Who is affected: clients written for the old description, or servers that implement it. */
  readonly audience: 'consumers' | 'providers';
  readonly isMild?: boolean | undefined;
  /** JSON Pointer into the body. */
  readonly pointer?: string;
  readonly witness?: unknown;
}
