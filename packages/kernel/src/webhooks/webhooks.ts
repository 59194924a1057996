import type { Clock } from '../clock.js';
import type { Journal } from '../journal/journal.js';
import { refusalOfReceiver } from './refusal-of-receiver.js';
import { type SendReport, sendWebhook } from './send-webhook.js';
import type { WebhookRequest } from './webhook-policy.js';

/** Why a webhook is sent: the journal numbers of the request behind it and of the transition that set it off. */
export interface WebhookOrigin {
  readonly api: string;
  readonly jobId: string;
  readonly tenantId: string;
  readonly cause: number;
  readonly transition: number;
}

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
  /** Serves a request to an inbox of our own without a network; undefined when the address is not such an inbox. */
  sendToOwnInbox(request: WebhookRequest): Promise<SendReport> | undefined;
}

interface Delivery {
  readonly id: number;
  readonly origin: WebhookOrigin;
  readonly request: WebhookRequest;
  attempt: number;
}

const timerKind = 'webhook-attempt';

/**
 * Delivers webhooks: real requests out, the sandbox's time between attempts, every attempt in the journal under the
 * request that caused it. Deliveries of one API to one address go one after another.
 */
export class Webhooks {
  #world: WebhooksWorld;
  #queues = new Map<string, Delivery[]>();
  #nextId = 1;

  constructor(world: WebhooksWorld) {
    this.#world = world;
    world.clock.on(timerKind, async (payload) => this.#attemptById(Number(payload)));
  }

  send(origin: WebhookOrigin, request: WebhookRequest): void {
    const key = queueKey(origin, request);
    const queue = this.#queues.get(key) ?? [];
    this.#queues.set(key, queue);
    const delivery: Delivery = { id: this.#nextId, origin, request, attempt: 0 };
    this.#nextId += 1;
    queue.push(delivery);
    if (queue.length === 1) this.#begin(delivery);
  }

  /** Forgets what is still to be sent; for a sandbox that is reset. */
  clear(): void {
    this.#queues.clear();
  }

  #attemptById(id: number): void {
    for (const [head] of this.#queues.values()) if (head?.id === id) this.#begin(head);
  }

  #begin(delivery: Delivery): void {
    const inbox = this.#world.sendToOwnInbox(delivery.request);
    this.#world.clock.track(this.#attempt(delivery, inbox), inbox === undefined ? 'delivery' : 'work');
  }

  async #attempt(delivery: Delivery, inbox: Promise<SendReport> | undefined): Promise<void> {
    delivery.attempt += 1;
    const { request } = delivery;
    const settings = this.#world.settings();
    const refused = inbox === undefined ? refusalOfReceiver(request.url, settings.allowedHosts) : undefined;
    const report = refused ?? (await (inbox ?? sendWebhook(request)));
    this.#journal(delivery, report);
    for (let copy = 0; copy < settings.duplicates && refused === undefined; copy += 1) {
      this.#journal(delivery, await (this.#world.sendToOwnInbox(request) ?? sendWebhook(request)));
    }
    const attempts = settings.attempts ?? request.policy.attempts;
    if (report.outcome === 'failed' && delivery.attempt < attempts) this.#retryLater(delivery);
    else this.#next(delivery);
  }

  #retryLater(delivery: Delivery): void {
    const delays = delivery.request.policy.retryDelaysSeconds;
    const seconds = delays[Math.min(delivery.attempt, delays.length) - 1] ?? 0;
    const at = this.#world.clock.now().getTime() + seconds * 1000;
    this.#world.clock.schedule({ at, kind: timerKind, payload: delivery.id });
  }

  #next(delivery: Delivery): void {
    const key = queueKey(delivery.origin, delivery.request);
    const queue = this.#queues.get(key);
    // A reset in between has emptied the queue: nothing of before goes on.
    if (queue?.[0] !== delivery) return;
    queue.shift();
    const [head] = queue;
    if (head === undefined) this.#queues.delete(key);
    else this.#begin(head);
  }

  #journal({ origin, request, attempt }: Delivery, report: SendReport): void {
    this.#world.journal.append({
      at: this.#world.clock.now().toISOString(),
      type: 'delivery',
      cause: origin.cause,
      api: origin.api,
      tenantId: origin.tenantId,
      jobId: origin.jobId,
      method: 'POST',
      url: request.url,
      attempt,
      request: { headers: { ...request.headers }, body: request.body },
      ...report,
    });
  }
}

function queueKey({ api }: WebhookOrigin, { url }: WebhookRequest): string {
  return `${api} ${url}`;
}
