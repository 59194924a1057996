import type { JournalEntry } from '../journal/journal-entry.js';
import { kernelPartition, toSortableKey } from '../store/kernel-records.js';
import type { RecordWriter } from '../store/store.js';
import { deliveryRecords, type WebhookDelivery, type WebhookOrigin } from '../webhooks/delivery.js';
import type { WebhookRequest } from '../webhooks/webhook-policy.js';
import type { StoredTimer } from './define-timer.js';
import { type JobRecord, type RunRecord, runRecords } from './job-record.js';
import type { UnitOrigin } from './unit-origin.js';

type Addressee = Omit<WebhookOrigin, 'api' | 'cause'>;

/** Collects the effects of a unit of work. Effects are stored with the unit's writes and released after the commit. */
export class UnitOutbox {
  transitions: Omit<JournalEntry, 'seq'>[] = [];
  cancelledTimers: string[] = [];
  scheduledTimers: StoredTimer[] = [];
  cancelledWebhooks: string[] = [];
  webhooks: { readonly to: Addressee; readonly request: WebhookRequest }[] = [];
  startedJobs: JobRecord[] = [];
  endedRuns: string[] = [];
  /** Ids of polled jobs. Polls count even if the unit is discarded. */
  polledJobs: string[] = [];
  published: unknown[] = [];
  #deliveries: WebhookDelivery[] = [];
  #runs: RunRecord[] = [];

  get hasRecords(): boolean {
    return this.webhooks.length + this.cancelledWebhooks.length + this.endedRuns.length > 0;
  }

  /** Writes the effects to the store, so that they survive a crash. */
  store({ sandbox, api, cause }: UnitOrigin, write: RecordWriter): void {
    // Entries precede the changes, so that undoing an entry also reverts its changes.
    for (const entry of this.transitions) sandbox.journal.append(entry);
    const put = (delivery: WebhookDelivery) =>
      write(kernelPartition, deliveryRecords, toSortableKey(delivery.id), delivery);
    for (const id of this.endedRuns) write(kernelPartition, runRecords, id, undefined);
    for (const reference of this.cancelledWebhooks) sandbox.webhooks.cancelled(api, reference).forEach(put);
    this.#deliveries = this.webhooks.map(({ to, request }) => sandbox.webhooks.prepare({ api, ...to, cause }, request));
    this.#deliveries.forEach(put);
    this.#runs = this.startedJobs.map((job) => sandbox.jobs.prepare(job));
    for (const [index, { id }] of this.startedJobs.entries()) {
      write(kernelPartition, runRecords, id, this.#runs[index]);
    }
  }

  drop(): void {
    this.transitions = [];
    this.cancelledTimers = [];
    this.scheduledTimers = [];
    this.cancelledWebhooks = [];
    this.webhooks = [];
    this.published = [];
    this.startedJobs = [];
    this.endedRuns = [];
  }

  release({ sandbox, api }: UnitOrigin): void {
    for (const id of this.cancelledTimers) sandbox.timers.disarm(api, id);
    for (const timer of this.scheduledTimers) sandbox.timers.arm(api, timer);
    for (const reference of this.cancelledWebhooks) sandbox.webhooks.cancel(api, reference);
    for (const delivery of this.#deliveries) sandbox.webhooks.take(delivery);
    for (const item of this.published) sandbox.feeds.publish(api, item);
    for (const [index, job] of this.startedJobs.entries()) {
      const run = this.#runs[index];
      if (run !== undefined) sandbox.jobs.accept(job, run);
    }
    for (const id of this.polledJobs) sandbox.jobs.notePoll(id);
  }
}
