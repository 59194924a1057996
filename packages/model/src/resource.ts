/** Entities of one kind, which the operations at some paths create, read and change. */
export interface Resource {
  /** Unique in the API: the words of its path, such as `repos.labels`. */
  readonly name: string;
  /** Path of the collection with `{}` for parameters. */
  readonly shape: string;
  /** The number of parameters before its key in the path. Entities of other parents are separate. */
  readonly parents: number;
  /** The member that identifies an entity, with dots in depth: `metadata.name`. Undefined if only the path has it. */
  readonly key: string | undefined;
  readonly alias?: string;
  /** The operation whose link names the key. */
  readonly keyLinkedBy?: string;
  /** Type of the key as the schema or the path parameter describes it. */
  readonly keySchema: unknown;
  readonly pathSchema?: unknown;
  readonly schema: unknown;
  /** True if an operation creates entities. If not, each exists until it is deleted. */
  readonly kept: boolean;
  /** True if it is the root that belongs to the caller's credentials, such as an account: any exists from the start. */
  readonly tenant?: boolean;
  /** True if a deleted entity can be read, with a mark. */
  readonly marksDeleted?: boolean;
  /** True if a deleted entity can be restored. */
  readonly keepsDeleted?: boolean;
  /** True if there is only one per parent. */
  readonly single: boolean;
  /** The stored resource in its path. */
  readonly parent?: string;
  /** True if a model states the states that an entity goes through on its own. */
  readonly isChained?: boolean;
  /** The members that a request can set, with their schemas in the request. The server adds the others. */
  readonly writable: ReadonlyMap<string, unknown>;
  /** The members of requests that a model lets no request set. */
  readonly refused?: ReadonlySet<string>;
}

export interface ValueSource {
  readonly in: 'path' | 'query' | 'body' | 'literal';
  /** Name of the parameter or member, or the literal itself. */
  readonly name: string;
}

export interface FoundResource {
  readonly resource: Resource;
  readonly item: string | undefined;
  /** True if POST creates, whatever it answers. */
  readonly creates?: boolean;
  /** The resource whose paths its entities have, if it has none for them. */
  readonly elsewhere?: Resource;
}
