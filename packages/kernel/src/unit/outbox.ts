import type { JournalEntry } from '../journal/journal-entry.js';
import type { WebhookOrigin } from '../webhooks/delivery.js';
import type { WebhookRequest } from '../webhooks/webhook-policy.js';
import type { JobRecord } from './job-record.js';
import type { StoredTimer } from './stored-timer.js';
import type { UnitPlace } from './unit-place.js';

type Addressee = Omit<WebhookOrigin, 'api' | 'cause'>;

/** What one unit of work sets off besides its writes. It is released after the commit, or dropped without one. */
export class Outbox {
  /** What became of jobs, for the journal. */
  transitions: Omit<JournalEntry, 'seq'>[] = [];
  cancelledTimers: string[] = [];
  scheduledTimers: StoredTimer[] = [];
  cancelledWebhooks: string[] = [];
  webhooks: { readonly to: Addressee; readonly request: WebhookRequest }[] = [];
  startedJobs: JobRecord[] = [];
  /** Jobs that somebody has seen running, which is so whatever becomes of the unit. */
  polledJobs: string[] = [];

  /** Nothing was committed. */
  drop(): void {
    this.transitions = [];
    this.cancelledTimers = [];
    this.scheduledTimers = [];
    this.cancelledWebhooks = [];
    this.webhooks = [];
    this.startedJobs = [];
  }

  release({ sandbox, api, cause }: UnitPlace): void {
    for (const entry of this.transitions) sandbox.journal.append(entry);
    for (const id of this.cancelledTimers) sandbox.timers.disarm(api, id);
    for (const timer of this.scheduledTimers) sandbox.timers.arm(api, timer);
    for (const reference of this.cancelledWebhooks) sandbox.webhooks.cancel(api, reference);
    for (const { to, request } of this.webhooks) sandbox.webhooks.send({ api, ...to, cause }, request);
    for (const job of this.startedJobs) sandbox.jobs.accept(job);
    for (const id of this.polledJobs) sandbox.jobs.notePoll(id);
  }
}
