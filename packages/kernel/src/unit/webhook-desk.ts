import type { WebhookRequest } from '../webhooks/webhook-policy.js';

/** Webhooks that go out once the unit of work is committed, in the order in which they were handed in. */
export interface WebhookSender {
  send(order: WebhookOrder): void;
  /** Ends the attempts of the deliveries of this reference. */
  cancel(reference: string): void;
}

export interface WebhookOrder {
  /** Whom it concerns; for the journal. */
  readonly tenantId: string;
  /** The API's own reference of the delivery; comes back in every report. */
  readonly reference: string;
  readonly request: WebhookRequest;
}
