/** Entities of the same type, which the operations at certain paths create, read and change. */
export interface Resource {
  /** Name that is unique in the API: the words of the path, such as `repos.labels`. */
  readonly name: string;
  /** Path of the collection, with `{}` for each parameter. */
  readonly shape: string;
  /** The number of path parameters before the key. Each parent has separate entities. */
  readonly parents: number;
  /**
   * The member that identifies an entity, as a dotted path: `metadata.name`. Undefined if only the path contains the
   * key.
   */
  readonly key: string | undefined;
  readonly alias?: string;
  /** The operation whose link names the key. */
  readonly keyLinkedBy?: string;
  /** Type of the key, as described by the schema or the path parameter. */
  readonly keySchema: unknown;
  readonly pathSchema?: unknown;
  readonly schema: unknown;
  /** True if an operation creates entities. If not, every entity exists until it is deleted. */
  readonly kept: boolean;
  /**
   * True for a root resource that belongs to the caller's credentials, such as an account. Every entity exists from the
   * start.
   */
  readonly tenant?: boolean;
  /** True if a deleted entity can still be read, marked as deleted. */
  readonly marksDeleted?: boolean;
  /** True if a deleted entity can be restored. */
  readonly keepsDeleted?: boolean;
  /** True if there is only one entity per parent. */
  readonly single: boolean;
  /** The stored resource that the path leads through. */
  readonly parent?: string;
  /** True if a model states the states that an entity goes through automatically. */
  readonly isChained?: boolean;
  /** The members that a request can set, with their request schemas. The server sets the others. */
  readonly writable: ReadonlyMap<string, unknown>;
  /** Request members that the model excludes from being set. */
  readonly refused?: ReadonlySet<string>;
}

export interface ValueSource {
  readonly in: 'path' | 'query' | 'body' | 'literal';
  /** Name of the parameter or member, or the literal value. */
  readonly name: string;
}

export interface FoundResource {
  readonly resource: Resource;
  readonly item: string | undefined;
  /** True if POST creates an entity, whatever its response contains. */
  readonly creates?: boolean;
  /** The resource that has the paths of the entities, if this one has none. */
  readonly elsewhere?: Resource;
}
