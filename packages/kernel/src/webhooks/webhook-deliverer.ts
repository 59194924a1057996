import type { Clock, ScheduledTimer } from '../clock.js';
import { FifoQueue } from '../fifo-queue.js';
import type { Journal } from '../journal/journal.js';
import { type KernelRecords, toSortableKey } from '../store/kernel-records.js';
import { sleepRealTime } from '../wall-clock.js';
import { type DeliveryAttempt, deliveryRecords, type WebhookDelivery, type WebhookOrigin } from './delivery.js';
import { DeliveryLog } from './delivery-log.js';
import { checkReceiver, type PostWebhook, type SendReport, sendWebhook } from './send-webhook.js';
import { signWebhook } from './sign-webhook.js';
import type { WebhookRequest } from './webhook-policy.js';

export interface WebhookSettings {
  /** Maximum number of attempts; null for the API's own maximum. */
  attempts: number | null;
  duplicates: number;
  /** True if every attempt fails without reaching the receiver. */
  lost?: boolean;
  allowedHosts: string[];
}

/** The report of an attempt that fails because of the setting `webhooks.lost`. */
const lost: SendReport = { outcome: 'failed', error: 'lost, as the setting webhooks.lost says' };

interface WebhooksContext {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly kernel: KernelRecords;
  readonly postWebhook: PostWebhook;
  settings(): WebhookSettings;
  /** Sends to an inbox of this server without using the network. Returns undefined for any other address. */
  sendToOwnInbox(request: WebhookRequest): Promise<SendReport> | undefined;
  /** Resolves when all commits have been stored. Returns undefined if they already are. @throws Error if one failed */
  archived(): Promise<void> | undefined;
  /**
   * Reports an attempt to the API.
   * @param note called with whether to retry, before the API's changes are stored
   */
  report(
    delivery: WebhookDelivery,
    attempt: DeliveryAttempt,
    last: boolean,
    note: (goOn: boolean) => void,
  ): Promise<void>;
}

const timerKind = 'webhook-attempt';

const longestRest = 1000;

/** Timeout in seconds for a receiver whose last attempt timed out. */
const briefSeconds = 1;

/**
 * Delivers webhooks. Delays use the sandbox's clock, and every attempt is in the journal. Each queue delivers in order.
 * An interrupted attempt is repeated after activation.
 */
export class WebhookDeliverer {
  readonly log: DeliveryLog;
  #context: WebhooksContext;
  /** Delivery ids per queue. The first one is in progress. */
  #queues = new Map<string, FifoQueue<number>>();
  #retries = new Map<number, ScheduledTimer>();
  #underWay = new Set<Promise<void>>();
  /** Origins whose last attempt timed out. */
  #silent = new Set<string>();
  #rests = false;

  constructor(context: WebhooksContext) {
    this.#context = context;
    this.log = new DeliveryLog(context.kernel);
    context.clock.on(timerKind, async (payload) => {
      this.#retries.delete(Number(payload));
      this.#begin(Number(payload));
    });
  }

  /** Creates a delivery. Store it and pass it to {@link WebhookDeliverer.take}. */
  prepare(origin: WebhookOrigin, request: WebhookRequest): WebhookDelivery {
    const traceparent = this.#context.journal.traceparentOf(origin.cause);
    return {
      id: this.log.reserve(),
      origin: { ...origin, jobId: origin.jobId ?? '' },
      request: traceparent === undefined ? request : { ...request, headers: { ...request.headers, traceparent } },
      createdAt: this.#now(),
      state: 'pending',
      attempts: [],
    };
  }

  take(delivery: WebhookDelivery): void {
    this.log.add(delivery);
    const queue = this.#queueOf(delivery);
    queue.push(delivery.id);
    if (queue.size === 1) this.#begin(delivery.id);
  }

  send(origin: WebhookOrigin, request: WebhookRequest): WebhookDelivery {
    const delivery = this.prepare(origin, request);
    this.#context.kernel.changed(deliveryRecords, toSortableKey(delivery.id), () => this.log.find(delivery.id));
    this.take(delivery);
    return delivery;
  }

  /** Returns the pending deliveries with a reference, as they will be after a cancellation. */
  cancelled(api: string, reference: string): WebhookDelivery[] {
    return this.log
      .pendingOf(api, reference)
      .map(({ retry: _retry, ...delivery }) => ({ ...delivery, state: delivery.attempts.at(-1)?.outcome ?? 'failed' }));
  }

  /** Cancels the retries of deliveries with a reference. */
  cancel(api: string, reference: string): void {
    for (const delivery of this.cancelled(api, reference)) {
      this.log.replace(delivery);
      const retry = this.#retries.get(delivery.id);
      if (retry === undefined) continue;
      this.#context.clock.cancel(retry);
      this.#retries.delete(delivery.id);
      this.#leaveQueue(delivery);
    }
  }

  /** Stops starting attempts, and waits briefly for those in progress. */
  async rest(): Promise<void> {
    this.#rests = true;
    const waited = new AbortController();
    await Promise.race([Promise.allSettled(this.#underWay), sleepRealTime(longestRest, waited.signal)]);
    waited.abort();
  }

  clear(): void {
    for (const retry of this.#retries.values()) this.#context.clock.cancel(retry);
    this.#retries.clear();
    this.#queues.clear();
    this.log.clear();
  }

  async wake(): Promise<void> {
    this.clear();
    await this.log.wake();
    for (const delivery of this.log.list()) {
      if (delivery.state !== 'pending') continue;
      const waitsApart = delivery.request.policy.retriesApart === true && delivery.attempts.length > 0;
      const queue = waitsApart ? new FifoQueue<number>() : this.#queueOf(delivery);
      queue.push(delivery.id);
      if (queue.size === 1) this.#wait(delivery.id, delivery.retry ?? { at: this.#now() });
    }
  }

  #queueOf(delivery: WebhookDelivery): FifoQueue<number> {
    const key = queueKey(delivery);
    const queue = this.#queues.get(key) ?? new FifoQueue();
    this.#queues.set(key, queue);
    return queue;
  }

  #begin(id: number): void {
    const delivery = this.log.find(id);
    if (delivery === undefined || delivery.state !== 'pending') return;
    if (this.#rests) return;
    const request = signWebhook(delivery.request, `msg_${delivery.origin.api}_${id}`, this.#context.clock.now());
    const inbox =
      this.#context.settings().lost === true ? Promise.resolve(lost) : this.#context.sendToOwnInbox(request);
    const attempt = this.#attempt({ ...delivery, request }, inbox);
    this.#underWay.add(attempt);
    const ended = () => void this.#underWay.delete(attempt);
    attempt.then(ended, ended);
    this.#context.clock.track(attempt, inbox === undefined ? 'delivery' : 'work');
  }

  async #attempt(delivery: WebhookDelivery, inbox: Promise<SendReport> | undefined): Promise<void> {
    const { id, request } = delivery;
    const { kernel } = this.#context;
    const { life } = kernel;
    const settings = this.#context.settings();
    const number = delivery.attempts.length + 1;
    const refused = inbox === undefined ? checkReceiver(request.url, settings.allowedHosts) : undefined;
    // Nothing is sent until the cause of the delivery has been stored.
    const isKept = inbox !== undefined || (await this.#isKept(id));
    if (!isKept) return;
    const report = refused ?? (await (inbox ?? this.#send(request)));
    // An attempt that fails during deactivation is repeated after activation.
    if (inbox !== undefined && this.#rests && report.outcome !== 'delivered') return;
    const attempt: DeliveryAttempt = { number, at: this.#now(), ...report };
    this.#journal(delivery, attempt);
    for (let copy = 0; copy < settings.duplicates && report.outcome !== 'refused' && report !== lost; copy += 1) {
      const again = await (this.#context.sendToOwnInbox(request) ?? this.#send(request));
      this.#journal(delivery, { number, at: this.#now(), ...again });
    }
    const last = report.outcome !== 'failed' || number >= (settings.attempts ?? request.policy.attempts);
    const isThere = () => kernel.life === life && this.log.find(id) !== undefined;
    const attempts = [...delivery.attempts, attempt];
    let ended: WebhookDelivery['state'] | undefined;
    const note = (goOn: boolean) => {
      const { retry: _before, ...current } = this.log.find(id) ?? delivery;
      if (current.attempts.length < number && current.state !== 'pending') ended = current.state;
      const rest: Partial<WebhookDelivery> =
        ended === undefined && !last && goOn
          ? { state: 'pending', retry: this.#retryAfter(delivery, number) }
          : { state: ended ?? report.outcome };
      this.log.replace({ ...current, attempts, ...rest });
    };
    if (!isThere()) return;
    await this.#context.report(delivery, attempt, last, note);
    const after = this.log.find(id);
    if (!isThere() || after === undefined) return;
    if (after.retry !== undefined) this.#wait(id, after.retry);
    if (after.state !== 'pending' || request.policy.retriesApart === true) this.#leaveQueue(delivery);
    await kernel.flush();
  }

  /**
   * Sends over the network. On a manual clock, no time passes while a receiver hangs, but the caller of `clock/advance`
   * waits for every attempt. The first timeout is waited for in full; later attempts get only a brief timeout until the
   * receiver responds again.
   */
  async #send(request: WebhookRequest): Promise<SendReport> {
    const { clock, postWebhook } = this.#context;
    const { origin } = new URL(request.url);
    const isBrief = clock.mode.mode === 'manual' && this.#silent.has(origin);
    return await sendWebhook(request, async (sent, body, seconds) => {
      try {
        const status = await postWebhook(sent, body, isBrief ? Math.min(seconds, briefSeconds) : seconds);
        this.#silent.delete(origin);
        return status;
      } catch (error) {
        if (error instanceof Error && error.name === 'TimeoutError') this.#silent.add(origin);
        throw error;
      }
    });
  }

  /** Returns whether the cause of a delivery is stored. */
  async #isKept(id: number): Promise<boolean> {
    try {
      await this.#context.archived();
    } catch {
      return false;
    }
    return this.log.find(id) !== undefined;
  }

  #retryAfter({ request }: WebhookDelivery, failures: number): NonNullable<WebhookDelivery['retry']> {
    const delays = request.policy.retryDelaysSeconds;
    const seconds = delays[Math.min(failures, delays.length) - 1] ?? 0;
    const at = this.#context.clock.now().getTime() + seconds * 1000;
    return { at: new Date(at).toISOString(), order: this.#context.clock.reserve() };
  }

  #wait(id: number, { at, order }: { readonly at: string; readonly order?: number }): void {
    const timer = { at: Date.parse(at), kind: timerKind, payload: id, ...(order === undefined ? {} : { id: order }) };
    this.#retries.set(id, this.#context.clock.schedule(timer));
  }

  #leaveQueue(delivery: WebhookDelivery): void {
    const key = queueKey(delivery);
    const queue = this.#queues.get(key);
    // The delivery has already left the queue.
    if (queue?.first !== delivery.id) return;
    let head: number | undefined = delivery.id;
    do {
      queue.delete(head);
      head = queue.first;
    } while (head !== undefined && this.log.find(head)?.state !== 'pending');
    if (head === undefined) this.#queues.delete(key);
    else this.#begin(head);
  }

  #now(): string {
    return this.#context.clock.now().toISOString();
  }

  #journal({ origin, request }: WebhookDelivery, { number, at, ...report }: DeliveryAttempt): void {
    this.#context.journal.append({
      at,
      type: 'delivery',
      cause: origin.cause,
      api: origin.api,
      tenantId: origin.tenantId,
      jobId: origin.jobId,
      method: request.method ?? 'POST',
      url: request.url,
      attempt: number,
      request: { headers: { ...request.headers }, body: request.body ?? null },
      ...report,
    });
  }
}

function queueKey({ origin, request }: WebhookDelivery): string {
  return `${origin.api} ${request.queue ?? request.url}`;
}
