import type { Clock } from '../clock.js';
import type { Journal } from '../journal/journal.js';
import type { Delivery, DeliveryAttempt, WebhookOrigin } from './delivery.js';
import { DeliveryLog } from './delivery-log.js';
import { refusalOfReceiver } from './refusal-of-receiver.js';
import { type SendReport, sendWebhook } from './send-webhook.js';
import type { WebhookRequest } from './webhook-policy.js';

/** What a sandbox may change about every API's webhook policy. */
export interface WebhookSettings {
  /** Attempts in all; null leaves each API's own number. */
  attempts: number | null;
  /** How often each attempt is sent besides the first time. */
  duplicates: number;
  /** Host names besides loopback that webhooks may go to. */
  allowedHosts: string[];
}

export interface WebhooksWorld {
  readonly clock: Clock;
  readonly journal: Journal;
  settings(): WebhookSettings;
  /**
   * Serves a request to an inbox of our own without a network, and refuses one to the rest of our control plane;
   * undefined when the address is neither.
   */
  sendToOwnInbox(request: WebhookRequest): Promise<SendReport> | undefined;
  /** Tells the API of an attempt. @returns whether it wants the retries to go on */
  report(delivery: Delivery, attempt: DeliveryAttempt, last: boolean): Promise<boolean>;
}

const timerKind = 'webhook-attempt';

/**
 * Delivers webhooks: real requests out, the sandbox's time between attempts, every attempt in the journal under the
 * request that caused it. Deliveries of one queue go one after another.
 */
export class Webhooks {
  readonly log = new DeliveryLog();
  #world: WebhooksWorld;
  #queues = new Map<string, Delivery[]>();

  constructor(world: WebhooksWorld) {
    this.#world = world;
    world.clock.on(timerKind, async (payload) => this.#attemptById(Number(payload)));
  }

  send(origin: WebhookOrigin, request: WebhookRequest): Delivery {
    const delivery = this.log.add({
      origin: { ...origin, jobId: origin.jobId ?? '' },
      request,
      createdAt: this.#now(),
      state: 'pending',
      attempts: [],
    });
    this.#enqueue(delivery);
    return delivery;
  }

  /** Ends the attempts of an API's deliveries of one reference; what is on its way arrives, but is not repeated. */
  cancel(api: string, reference: string): void {
    for (const delivery of this.log.list()) {
      const { origin, state, attempts } = delivery;
      if (state !== 'pending' || origin.api !== api || origin.reference !== reference) continue;
      delivery.state = attempts.at(-1)?.outcome ?? 'failed';
      const waited = delivery.nextAttemptAt !== undefined;
      delete delivery.nextAttemptAt;
      if (waited) this.#leaveQueue(delivery);
    }
  }

  /** Forgets what is still to be sent, and what was; for a sandbox that is reset. */
  clear(): void {
    this.#queues.clear();
    this.log.clear();
  }

  /** Takes up deliveries that a snapshot kept; those that wait for a retry go on waiting. */
  resume(deliveries: readonly Delivery[]): void {
    this.clear();
    for (const delivery of deliveries) {
      this.log.restore(delivery);
      if (delivery.state !== 'pending') continue;
      const waitsApart = delivery.request.policy.retriesApart === true && delivery.attempts.length > 0;
      const queue = waitsApart ? [] : this.#queueOf(delivery);
      queue.push(delivery);
      if (queue.length > 1) continue;
      delivery.nextAttemptAt ??= this.#now();
      const at = Date.parse(delivery.nextAttemptAt);
      this.#world.clock.schedule({ at, kind: timerKind, payload: delivery.id });
    }
  }

  #enqueue(delivery: Delivery): void {
    const queue = this.#queueOf(delivery);
    queue.push(delivery);
    if (queue.length === 1) this.#begin(delivery);
  }

  #queueOf(delivery: Delivery): Delivery[] {
    const key = queueKey(delivery);
    const queue = this.#queues.get(key) ?? [];
    this.#queues.set(key, queue);
    return queue;
  }

  #attemptById(id: number): void {
    const delivery = this.log.find(id);
    const due = delivery?.nextAttemptAt;
    // A timer of before a reset may name another delivery, which is not due yet.
    if (delivery === undefined || due === undefined || Date.parse(due) > this.#world.clock.now().getTime()) return;
    this.#begin(delivery);
  }

  #begin(delivery: Delivery): void {
    delete delivery.nextAttemptAt;
    const inbox = this.#world.sendToOwnInbox(delivery.request);
    this.#world.clock.track(this.#attempt(delivery, inbox), inbox === undefined ? 'delivery' : 'work');
  }

  async #attempt(delivery: Delivery, inbox: Promise<SendReport> | undefined): Promise<void> {
    const { request } = delivery;
    const settings = this.#world.settings();
    const number = delivery.attempts.length + 1;
    const refused = inbox === undefined ? refusalOfReceiver(request.url, settings.allowedHosts) : undefined;
    const report = refused ?? (await (inbox ?? sendWebhook(request)));
    const attempt: DeliveryAttempt = { number, at: this.#now(), ...report };
    delivery.attempts.push(attempt);
    this.#journal(delivery, attempt);
    for (let copy = 0; copy < settings.duplicates && report.outcome !== 'refused'; copy += 1) {
      const again = await (this.#world.sendToOwnInbox(request) ?? sendWebhook(request));
      this.#journal(delivery, { number, at: this.#now(), ...again });
    }
    const attempts = settings.attempts ?? request.policy.attempts;
    const last = report.outcome !== 'failed' || number >= attempts;
    const goOn = await this.#world.report(delivery, attempt, last);
    if (last || !goOn || delivery.state !== 'pending') {
      if (delivery.state === 'pending') delivery.state = report.outcome;
      this.#leaveQueue(delivery);
      return;
    }
    this.#retryLater(delivery, number);
    if (request.policy.retriesApart === true) this.#leaveQueue(delivery);
  }

  #retryLater(delivery: Delivery, failures: number): void {
    const delays = delivery.request.policy.retryDelaysSeconds;
    const seconds = delays[Math.min(failures, delays.length) - 1] ?? 0;
    const at = this.#world.clock.now().getTime() + seconds * 1000;
    delivery.nextAttemptAt = new Date(at).toISOString();
    this.#world.clock.schedule({ at, kind: timerKind, payload: delivery.id });
  }

  /** Lets the next one of its queue begin. */
  #leaveQueue(delivery: Delivery): void {
    const key = queueKey(delivery);
    const queue = this.#queues.get(key);
    // A reset in between has emptied the queue, or it has left already: nothing of before goes on.
    if (queue?.[0] !== delivery) return;
    do queue.shift();
    while (queue[0] !== undefined && queue[0].state !== 'pending');
    const [head] = queue;
    if (head === undefined) this.#queues.delete(key);
    else this.#begin(head);
  }

  #now(): string {
    return this.#world.clock.now().toISOString();
  }

  #journal({ origin, request }: Delivery, { number, at, ...report }: DeliveryAttempt): void {
    this.#world.journal.append({
      at,
      type: 'delivery',
      cause: origin.cause,
      api: origin.api,
      tenantId: origin.tenantId,
      jobId: origin.jobId,
      method: 'POST',
      url: request.url,
      attempt: number,
      request: { headers: { ...request.headers }, body: request.body },
      ...report,
    });
  }
}

function queueKey({ origin, request }: Delivery): string {
  return `${origin.api} ${request.queue ?? request.url}`;
}
