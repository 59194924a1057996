import type { Operation } from '@understudy/contract';
import type { ActionEffects } from './action-effects.js';
import type { BehaviorModel } from './behavior-model.js';
import type { CompiledBehavior } from './compiled-behavior.js';
import type { ListPlan } from './list-plan.js';
import type { Resource, ValueSource } from './resource.js';
import type { DescribedResponse } from './schema/described-response.js';
import type { SchemaReader } from './schema/flat-schema.js';

/** The effect of an operation on a resource, or a response from examples and schemas. */
export type ResourceEffect = 'list' | 'create' | 'read' | 'replace' | 'update' | 'delete' | 'act' | 'answer';

/** A member that repeats a parameter of the path. */
export interface ParameterCopy {
  readonly parameter: string;
  /** Its path, such as `metadata.namespace`. */
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
  /** The locations of the parents in a request, in order. */
  readonly parents: readonly ValueSource[];
  readonly key?: ValueSource;
  /** Parameters of its path that its entities do not have in theirs. */
  readonly scope?: readonly ValueSource[];
  /** Statuses of success, the most suitable first. */
  readonly statuses: readonly number[];
  /** Path of the entity or the list in the body of the response: names of members. */
  readonly wrapped: readonly string[];
  /** What the response has at that path: the entity by default, a list with it, its key, or something else. */
  readonly shows?: 'list' | 'key' | 'part' | 'other';
  readonly sent: readonly string[];
  readonly list?: ListPlan;
  /** The list of the entity that it reads instead of the whole entity. */
  readonly member?: string;
  readonly effects?: ActionEffects;
  /** The members of a new entity, or of an answer, that repeat a parameter of the path. */
  readonly copies?: readonly ParameterCopy[];
  /** Of a missing entity: that it is created, or is an error, although nothing creates entities: the seed has all. */
  readonly missing?: 'create' | 'refuse';
  /** The name of the collection of the record in its answer that another path reads, and the members that lead to it. */
  readonly keeps?: { readonly resource: string; readonly path: readonly string[] };
  /** True if a replacement preserves the members that it does not name. */
  readonly partial?: boolean;
  /** The existing entities that its path leads through: the operation fails with 404 without them. */
  readonly through: readonly { readonly resource: Resource; readonly sources: readonly ValueSource[] }[];
  /** Names of the callbacks and webhooks that it sends. */
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
  /** Those of rules, before a person or a trial changed some. */
  readonly ruled: BehaviorModel;
  /** The same as the model, compiled. */
  readonly behavior: CompiledBehavior;
  /** Writes the model without what follows from the description. Given back as changes, it gives the same plan. */
  readonly writeReadableModel: () => BehaviorModel;
}
