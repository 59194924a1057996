import { type ApiContract, isObject } from '@understudy/contract';
import type { ApiPlan, OperationPlan, Resource } from '@understudy/model';
import type { FuzzOptions } from '../judge-request.js';
import type { EntityVariants } from './entity-variants.js';
import type { KnownUser } from './known-user.js';
import type { ShownRecords } from './shown-records.js';

/** What every sequence shares. */
export interface StateContext {
  readonly contract: ApiContract;
  readonly plan: ApiPlan;
  readonly options: FuzzOptions;
  readonly variants: EntityVariants;
  /** The first contents of the server's lists. */
  readonly survey: ShownRecords;
  readonly users: readonly KnownUser[];
  /** The attempt that first created an entity, by the shape of its resource. */
  readonly ways: Map<string, number>;
  /** The values that requests have given to members, as `name=value`. */
  readonly sent: Set<string>;
}

/** The form of a new entity. */
export interface CreationWish {
  /** Of another kind. */
  readonly resource?: Resource;
  /** Value of its free texts. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** True if its path leads through the entities that were chosen before. */
  readonly isBelow?: boolean;
  complete?(creates: OperationPlan, body: unknown): unknown;
}

/** Notes the values that a request gives to members. */
export function noteSent(sent: Set<string>, body: unknown): void {
  if (!isObject(body) && !Array.isArray(body)) return;
  for (const [name, value] of Object.entries(body)) {
    sent.add(`${name}=${String(value)}`);
    noteSent(sent, value);
  }
}
