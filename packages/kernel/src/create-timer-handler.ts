import type { UnitContext } from './context.js';
import type { TimerDefinition } from './unit/define-timer.js';

/** What is done when a timer of one kind is due. */
export interface TimerHandler {
  readonly name: string;
  run(payload: unknown, context: UnitContext): Promise<void>;
}

/** What is done when a timer of this kind is due; goes into the simulator's `timers`. */
export function createTimerHandler<Payload>(
  { name, payloadOf }: TimerDefinition<Payload>,
  run: (payload: Payload, context: UnitContext) => Promise<void>,
): TimerHandler {
  return { name, run: (stored, context) => run(payloadOf(stored), context) };
}
