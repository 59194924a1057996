import { defineCollection } from '../store/define-collection.js';

/** A kind of timer, declared once: its name in the store, with the type of what comes back when it is due. */
export interface TimerDefinition<Payload> {
  readonly name: string;
  /** What was scheduled, as the store gives it back. */
  payloadOf(stored: unknown): Payload;
}

/**
 * Declares a kind of timer. Its value is what `timers.schedule` takes, so that no string names a timer twice.
 *
 * @param name the name under which a store keeps such timers, unique within an API
 *
 * @example
 * const deliveryTimer = defineTimer<{ invoiceId: string }>('deliverInvoice');
 * await context.timers.schedule({ at, timer: deliveryTimer, payload: { invoiceId } });
 * defineSimulator({ ..., timers: [whenDue(deliveryTimer, ({ invoiceId }, context) => deliver(invoiceId, context))] });
 */
export function defineTimer<Payload>(name: string): TimerDefinition<Payload> {
  // Nothing else is ever scheduled under this name.
  return { name, payloadOf: (stored) => stored as Payload };
}

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
