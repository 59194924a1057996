import type { Operation } from '@understudy/contract';
import type { WebhookPolicy } from '@understudy/kernel';
import type { DescribedResponse } from '../schema/described-response.js';
import type { Schemas } from '../schema/flat-schema.js';
import type { Directions } from './directions.js';
import type { ListPlan } from './list-plan.js';

/** What an operation does: with a resource, or answer from examples and schemas. */
export type Does = 'list' | 'create' | 'read' | 'replace' | 'update' | 'delete' | 'answer';

/** Things of one kind that the operations of some paths create, read and change. */
export interface Resource {
  /** Unique in the API: the words of its path, such as `repos.labels`. */
  readonly name: string;
  /** Path of the collection with `{}` for parameters. */
  readonly shape: string;
  /** How many parameters come before its key in the path; things of other parents are others. */
  readonly parents: number;
  /** The property that tells one from another; undefined where that is in the path alone, or there is one alone. */
  readonly key: string | undefined;
  /** The operation whose link says so. */
  readonly keyLinkedBy?: string;
  /** Type of the key as the schema or the path parameter says it. */
  readonly keySchema: unknown;
  /** What is known of one. */
  readonly schema: unknown;
  /** Whether an operation creates them; else each is taken to be there until it is deleted. */
  readonly kept: boolean;
  /** Whether there is one alone for its parents. */
  readonly single: boolean;
  /** The resource that its path leads through, where that is kept. */
  readonly parent?: string;
  /** The states that it goes through on its own. */
  readonly states?: Directions['states'];
}

/** What one operation does, and why. */
export interface OperationPlan {
  readonly operation: Operation;
  /** The operation's object in the document. */
  readonly node: Readonly<Record<string, unknown>>;
  readonly responses: readonly DescribedResponse[];
  readonly does: Does;
  readonly resource?: Resource;
  /** Statuses of success, the one that suits best first. */
  readonly statuses: readonly number[];
  /** Where in the body the thing or the list of things is: names of members. */
  readonly wrapped: readonly string[];
  readonly list?: ListPlan;
  /** Whether what is not there yet is created. */
  readonly upserts?: boolean;
  /** Names of the callbacks and webhooks that it sends. */
  readonly sends: readonly string[];
  /** What `x-understudy` says about their delivery. */
  readonly webhookPolicy: Partial<WebhookPolicy>;
  /** A sentence for people. */
  readonly why: string;
}

/** What an API does, inferred from its description. */
export interface ApiPlan {
  readonly operations: ReadonlyMap<string, OperationPlan>;
  readonly resources: ReadonlyMap<string, Resource>;
  /** What `x-understudy` says about the delivery of all webhooks. */
  readonly webhookPolicy: Partial<WebhookPolicy>;
  /** What was read of the schemas. */
  readonly schemas: Schemas;
}
