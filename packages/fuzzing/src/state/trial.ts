import type { BehaviorModel, Resource } from '@understudy/model';
import type { StateProperty } from './state-session.js';

/** A statement that a sequence of requests can confirm or contradict. */
export interface Trial {
  /** The JSON Pointer of a statement of the model, or a property and a resource. */
  readonly id: string;
  readonly says: string;
  readonly resource: Resource;
  readonly property: StateProperty;
  /** True if the description says it in a sentence or a schema. Otherwise a name or a convention does. */
  readonly isStated: boolean;
  /** What the model says if the server is right. */
  readonly edit?: BehaviorModel;
}
