import type { BehaviorModel, Resource } from '@understudy/model';
import type { StateProperty } from './state-session.js';

/** A statement that a sequence of requests can confirm or contradict. */
export interface Trial {
  /** The JSON Pointer of a statement of the model, or a property and a resource. */
  readonly id: string;
  readonly says: string;
  readonly resource: Resource;
  readonly property: StateProperty;
  /** True if it is derived from a sentence or a schema, false if it is derived from a name or a convention. */
  readonly isStated: boolean;
  /** The change of the model to make if the server is right. */
  readonly edit?: BehaviorModel;
}
