import type { UnitContext } from '../context.js';

/** A kind of timer, declared once: its name in the store, with the type of what comes back when it is due. */
export interface TimerDefinition<Payload> {
  readonly name: string;
  /** What is done when such a timer is due; goes into the simulator's `timers`. */
  whenDue(run: (payload: Payload, context: UnitContext) => Promise<void>): TimerHandler;
}

/** What is done when a timer of one kind is due. */
export interface TimerHandler {
  readonly name: string;
  run(payload: unknown, context: UnitContext): Promise<void>;
}

/**
 * Declares a kind of timer. Its value is what `timers.schedule` takes, so that no string names a timer twice.
 *
 * @param name the name under which a store keeps such timers, unique within an API
 *
 * @example
 * const deliveryTimer = defineTimer<{ invoiceId: string }>('deliverInvoice');
 * await context.timers.schedule({ at, timer: deliveryTimer, payload: { invoiceId } });
 * defineSimulator({ ..., timers: [deliveryTimer.whenDue(({ invoiceId }, context) => deliver(invoiceId, context))] });
 */
export function defineTimer<Payload>(name: string): TimerDefinition<Payload> {
  // The store gives back what was scheduled, which had this type.
  return { name, whenDue: (run) => ({ name, run: (payload, context) => run(payload as Payload, context) }) };
}
