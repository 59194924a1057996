import type { Exchange } from './exchange.js';

/** Step 11: hands the timers, webhooks and jobs that the unit of work has stored, and the polls seen, to the sandbox. */
export function setOff(exchange: Exchange): void {
  const { sandbox, entry, simulator } = exchange;
  if (sandbox === undefined) return;
  exchange.outbox?.release(sandbox, simulator.name, entry?.seq ?? null);
  for (const job of exchange.startedJobs) sandbox.jobs.accept(job);
  for (const { id } of exchange.seenJobs) sandbox.jobs.notePoll(id);
}
