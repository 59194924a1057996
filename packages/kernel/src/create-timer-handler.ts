import type { UnitContext } from './context.js';
import type { TimerDefinition } from './unit/define-timer.js';

/** The handler for one kind of timer. */
export interface TimerHandler {
  readonly name: string;
  run(payload: unknown, context: UnitContext): Promise<void>;
}

/** Creates the handler for a kind of timer. List it in the simulator's `timers`. */
export function createTimerHandler<Payload>(
  { name, payloadOf }: TimerDefinition<Payload>,
  run: (payload: Payload, context: UnitContext) => Promise<void>,
): TimerHandler {
  return { name, run: (stored, context) => run(payloadOf(stored), context) };
}
