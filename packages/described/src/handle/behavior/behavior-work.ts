import type { Caller } from '@understudy/kernel';
import type { ApiPlan, Resource } from '@understudy/model';
import type { StoreContext } from '../entity-store.js';
import type { FormContext } from './fill-form.js';

/** The behavior of an API, and its resources by name. */
interface ServedBehavior {
  readonly plan: ApiPlan;
  readonly resourcesByName: ReadonlyMap<string, Resource>;
}

/** The work for which expressions are evaluated: a request, a timer, or filling a collection. */
export interface BehaviorWork {
  readonly served: ServedBehavior;
  readonly context: StoreContext & FormContext & { readonly clock: { now(): Date } };
  /** The request, as `path`, `query`, `headers` and `body`. */
  readonly request?: Record<string, unknown>;
  readonly caller?: Caller | undefined;
  /** The budget of evaluation steps, if shared with other work. By default, the budget of one request. */
  readonly budget?: { steps: number };
}
