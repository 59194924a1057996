import { type ApiContract, isObject } from '@understudy/contract';
import type { ApiPlan, OperationPlan, Resource } from '@understudy/model';
import type { FuzzOptions } from '../judge-request.js';
import type { EntityVariants } from './entity-variants.js';
import type { KnownUser } from './known-user.js';
import type { ShownRecords } from './shown-records.js';

/** The context that all sequences share. */
export interface StateContext {
  readonly contract: ApiContract;
  readonly plan: ApiPlan;
  readonly options: FuzzOptions;
  readonly variants: EntityVariants;
  /** The initial contents of the server's lists. */
  readonly survey: ShownRecords;
  readonly users: readonly KnownUser[];
  /** The number of the first successful attempt to create an entity, by the shape of its resource. */
  readonly ways: Map<string, number>;
  /** The values that requests have given to members, as `name=value`. */
  readonly sent: Set<string>;
}

/** Options for a new entity. */
export interface CreationWish {
  /** Another resource to create. */
  readonly resource?: Resource;
  /** The value of its free-text members. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** True to create it under the parents that were chosen before. */
  readonly isBelow?: boolean;
  complete?(creates: OperationPlan, body: unknown): unknown;
}

/** Records the values that a request sends for members. */
export function noteSent(sent: Set<string>, body: unknown): void {
  if (!isObject(body) && !Array.isArray(body)) return;
  for (const [name, value] of Object.entries(body)) {
    sent.add(`${name}=${String(value)}`);
    noteSent(sent, value);
  }
}
