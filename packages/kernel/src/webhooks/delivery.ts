import { defineCollection } from '../store/define-collection.js';
import type { SendReport } from './send-webhook.js';
import type { WebhookRequest } from './webhook-policy.js';

/** The cause of a webhook, with the journal number of its request. */
export interface WebhookOrigin {
  readonly api: string;
  /** The reported job; empty in the control plane for other webhooks. */
  readonly jobId?: string;
  readonly tenantId: string;
  readonly cause: number | null;
  /** The API's reference, if it wants a report of each attempt. */
  readonly reference?: string;
}

/** A delivery attempt, numbered from 1. `at`: ISO 8601 instant of the sandbox's clock. */
export interface DeliveryAttempt extends SendReport {
  readonly number: number;
  readonly at: string;
}

/** A webhook with its attempts. */
export interface WebhookDelivery {
  readonly id: number;
  readonly origin: WebhookOrigin & { readonly jobId: string };
  readonly request: WebhookRequest;
  readonly createdAt: string;
  /** `pending` until the last attempt has finished. */
  readonly state: 'pending' | SendReport['outcome'];
  readonly attempts: readonly DeliveryAttempt[];
  readonly retry?: {
    readonly at: string;
    /** Its position among the timers of the sandbox. */
    readonly order: number;
  };
}

export const deliveryRecords = defineCollection<WebhookDelivery>('deliveries');
