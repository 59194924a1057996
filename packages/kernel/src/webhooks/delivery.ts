import { defineCollection } from '../store/define-collection.js';
import type { SendReport } from './send-webhook.js';
import type { WebhookRequest } from './webhook-policy.js';

/** The cause of a webhook, including the number of the request's journal entry. */
export interface WebhookOrigin {
  readonly api: string;
  /** Id of the job that the webhook reports. The control plane shows an empty id for other webhooks. */
  readonly jobId?: string;
  readonly tenantId: string;
  readonly cause: number | null;
  /** The API's reference. If present, the API receives a report of each attempt. */
  readonly reference?: string;
}

/** A delivery attempt. Attempts are numbered from 1, and `at` is an ISO 8601 instant of the sandbox's clock. */
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
  /** State of the delivery; `pending` until the last attempt has finished. */
  readonly state: 'pending' | SendReport['outcome'];
  readonly attempts: readonly DeliveryAttempt[];
  readonly retry?: {
    readonly at: string;
    /** Position of the delivery among the timers of the sandbox. */
    readonly order: number;
  };
}

export const deliveryRecords = defineCollection<WebhookDelivery>('deliveries');
