import type { Exchange } from './exchange.js';

/** The last step: hands the timers, webhooks and jobs that the unit of work has stored, and the polls seen, to the sandbox. */
export function setOff({ unit }: Exchange): void {
  unit?.setOff();
}
