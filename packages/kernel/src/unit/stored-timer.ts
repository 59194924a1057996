import { defineCollection } from '../store/define-collection.js';

/** Work of an API that is due at an instant. It is kept in the store, so that it is set with the writes beside it. */
export interface StoredTimer {
  readonly id: string;
  /** ISO 8601 instant of the sandbox's clock. */
  readonly at: string;
  /** Its number among the timers of the sandbox: those of one instant fire in its order. */
  readonly order: number;
  /** Names the handler among the API's `timers`. */
  readonly kind: string;
  readonly payload: unknown;
  /** The journal number of the request behind it. */
  readonly cause: number | null;
}

/** The timers of an API that are not due yet, by their ids. */
export const storedTimers = defineCollection<StoredTimer>('timers');
