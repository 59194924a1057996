import type { Sandbox } from '../sandbox/sandbox.js';
import type { Collection } from '../store/store.js';
import type { WebhookRequest } from '../webhooks/webhook-policy.js';
import type { StoredTimer } from './stored-timer.js';

/** Work of the API for later. It is set, or taken back, together with what the unit of work writes. */
export interface TimerDesk {
  /**
   * @param order.at instant of the sandbox's clock; one in the past is due at once
   * @param order.kind names the handler among the simulator's `timers`
   * @returns id of the timer
   */
  schedule(order: { readonly at: Date; readonly kind: string; readonly payload: unknown }): Promise<string>;
  cancel(id: string): Promise<void>;
}

/** Webhooks that go out once the unit of work is committed, in the order in which they were handed in. */
export interface WebhookDesk {
  send(order: WebhookOrder): void;
  /** Ends the attempts of the deliveries of this reference. */
  cancel(reference: string): void;
}

export interface WebhookOrder {
  /** Whom it concerns; for the journal. */
  readonly tenantId: string;
  /** What the API knows the delivery by; comes back in every report. */
  readonly reference: string;
  readonly request: WebhookRequest;
}

/** What one unit of work sets off besides its writes. It is released after the commit, or dropped without one. */
export class Outbox implements WebhookDesk {
  readonly timers: TimerDesk;
  #scheduled: StoredTimer[] = [];
  #cancelledTimers: string[] = [];
  #cancelledWebhooks: string[] = [];
  #orders: WebhookOrder[] = [];

  constructor(timers: () => Collection<StoredTimer>, nextId: () => string, cause: number | null) {
    this.timers = {
      schedule: async ({ at, kind, payload }) => {
        const timer: StoredTimer = { id: nextId(), at: at.toISOString(), kind, payload, cause };
        await timers().put(timer.id, timer);
        this.#scheduled.push(timer);
        return timer.id;
      },
      cancel: async (id) => {
        await timers().delete(id);
        this.#cancelledTimers.push(id);
      },
    };
  }

  send(order: WebhookOrder): void {
    this.#orders.push(order);
  }

  cancel(reference: string): void {
    this.#cancelledWebhooks.push(reference);
  }

  /** @param cause the journal number of the request behind it */
  release(sandbox: Sandbox, api: string, cause: number | null): void {
    for (const id of this.#cancelledTimers) sandbox.timers.disarm(api, id);
    for (const timer of this.#scheduled) sandbox.timers.arm(api, timer);
    for (const reference of this.#cancelledWebhooks) sandbox.webhooks.cancel(api, reference);
    for (const { tenantId, reference, request } of this.#orders) {
      sandbox.webhooks.send({ api, jobId: '', tenantId, cause, reference }, request);
    }
  }
}
