import { defineCollection } from '../store/define-collection.js';

/** A timer definition: a name with the type of its payload. */
export interface TimerDefinition<Payload> {
  readonly name: string;
  payloadOf(stored: unknown): Payload;
}

/**
 * Declares a kind of timer. Pass the result to `timers.schedule`, so that each name is written only once.
 *
 * @param name unique within an API
 *
 * @example
 * const deliveryTimer = defineTimer<{ invoiceId: string }>('deliverInvoice');
 * await context.timers.schedule({ at, timer: deliveryTimer, payload: { invoiceId } });
 * defineSimulator({ ..., timers: [whenDue(deliveryTimer, ({ invoiceId }, context) => deliver(invoiceId, context))] });
 */
export function defineTimer<Payload>(name: string): TimerDefinition<Payload> {
  // Only payloads of this type are stored under the name.
  return { name, payloadOf: (stored) => stored as Payload };
}

export interface StoredTimer {
  readonly id: string;
  readonly at: string;
  /** Orders timers that are due at the same instant. */
  readonly order: number;
  readonly kind: string;
  readonly payload: unknown;
  /** Number of the journal entry of the request that caused the timer. */
  readonly cause: number | null;
}

export const storedTimers = defineCollection<StoredTimer>('timers');
