import type { HandlerContext } from '@understudy/kernel';
import { createFutureDateError } from '@understudy/simulator-analysis';

/** Today's calendar date in UTC (inventory.gap.freeze-date-edges). */
export function toCurrentDate(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** Rejects a date after today. The lower bound is in the contract (inventory.freeze-date.bounds). */
export function rejectFutureDate(date: string | null | undefined, pointer: string, context: HandlerContext) {
  const today = toCurrentDate(context.clock.now());
  return typeof date === 'string' && date > today ? createFutureDateError(pointer, date, today) : undefined;
}
