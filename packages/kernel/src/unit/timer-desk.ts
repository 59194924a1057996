import type { TimerDefinition } from './define-timer.js';

/** A timer that is to be set. */
export interface TimerOrder<Payload> {
  readonly at: Date;
  readonly timer: TimerDefinition<Payload>;
  /** What the handler is given; it is stored as JSON. */
  readonly payload: NoInfer<Payload>;
}

/** Work of the API for later. It is set, or taken back, together with what the unit of work writes. */
export interface TimerScheduler {
  /** @param order.at a past instant is due immediately @returns id of the timer */
  schedule<Payload>(order: TimerOrder<Payload>): Promise<string>;
  cancel(id: string): Promise<void>;
}
