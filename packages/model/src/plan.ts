import type { Operation } from '@understudy/contract';
import type { ActionEffects } from './action-effects.js';
import type { BehaviorModel } from './behavior-model.js';
import type { CompiledBehavior } from './compiled-behavior.js';
import type { ListPlan } from './list-plan.js';
import type { Resource, ValueSource } from './resource.js';
import type { DescribedResponse } from './schema/described-response.js';
import type { SchemaReader } from './schema/flat-schema.js';

/** The effect of an operation on a resource, or `answer` for a response from examples and schemas. */
export type ResourceEffect = 'list' | 'create' | 'read' | 'replace' | 'update' | 'delete' | 'act' | 'answer';

/** A member that repeats a parameter of the path. */
export interface ParameterCopy {
  readonly parameter: string;
  /** Path of the member, such as `metadata.namespace`. */
  readonly member: string;
}

/** The effect of an operation, and why it was inferred. */
export interface OperationPlan {
  readonly operation: Operation;
  /** The operation's object in the document. */
  readonly node: Readonly<Record<string, unknown>>;
  readonly responses: readonly DescribedResponse[];
  readonly does: ResourceEffect;
  readonly resource?: Resource;
  /** The locations of the parent keys in a request, in order. */
  readonly parents: readonly ValueSource[];
  readonly key?: ValueSource;
  /** Parameters of the path that do not occur in the path of the entities. */
  readonly scope?: readonly ValueSource[];
  /** Success statuses, the preferred one first. */
  readonly statuses: readonly number[];
  /** Path to the entity or the list in the response body, as member names. */
  readonly wrapped: readonly string[];
  /** The content at that path: the entity by default, a list with the entity, its key, or something else. */
  readonly shows?: 'list' | 'key' | 'part' | 'other';
  readonly sent: readonly string[];
  readonly list?: ListPlan;
  /** The list in the entity that the operation reads instead of the whole entity. */
  readonly member?: string;
  readonly effects?: ActionEffects;
  /** The members of a new entity or of a response that repeat a path parameter. */
  readonly copies?: readonly ParameterCopy[];
  /**
   * Whether a missing entity is created or is an error, if no operation creates entities and the seed contains all of
   * them.
   */
  readonly missing?: 'create' | 'refuse';
  /** The collection of a record that the response contains and another path reads, and the path to the record. */
  readonly keeps?: { readonly resource: string; readonly path: readonly string[] };
  /** True if a replacement keeps the members that it omits. */
  readonly partial?: boolean;
  /** The entities in the path that must exist: without them, the operation fails with 404. */
  readonly through: readonly { readonly resource: Resource; readonly sources: readonly ValueSource[] }[];
  /** Names of the callbacks and webhooks that the operation sends. */
  readonly sends: readonly string[];
  readonly why: string;
}

/** The behavior of an API, inferred from its description. */
export interface ApiPlan {
  readonly operations: ReadonlyMap<string, OperationPlan>;
  readonly resources: ReadonlyMap<string, Resource>;
  readonly schemas: SchemaReader;
  /** The statements about members, states, relations and errors. */
  readonly model: BehaviorModel;
  /** The statements of the rules, before changes by a user or a trial. */
  readonly ruled: BehaviorModel;
  /** The compiled model. */
  readonly behavior: CompiledBehavior;
  /**
   * Writes the model without statements that follow from the description. Applying it as changes gives the same plan.
   */
  readonly writeReadableModel: () => BehaviorModel;
}
