import { defineCollection } from '../store/define-collection.js';

/** A kind of timer, declared once: its name with the type of its payload. */
export interface TimerDefinition<Payload> {
  readonly name: string;
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
  // Only payloads of this type have the name.
  return { name, payloadOf: (stored) => stored as Payload };
}

/** A due action of an API, stored with the other writes. */
export interface StoredTimer {
  readonly id: string;
  readonly at: string;
  /** Orders the timers of an instant. */
  readonly order: number;
  readonly kind: string;
  readonly payload: unknown;
  /** Journal number of the request that caused it. */
  readonly cause: number | null;
}

/** Pending timers of an API, by id. */
export const storedTimers = defineCollection<StoredTimer>('timers');
