import { defineCollection } from '../store/define-collection.js';
import type { SendReport } from './send-webhook.js';
import type { WebhookRequest } from './webhook-policy.js';

/** Why a webhook is sent: the journal number of the request behind it. */
export interface WebhookOrigin {
  readonly api: string;
  /** The job that the webhook reports; the control plane shows an empty text for every other webhook. */
  readonly jobId?: string;
  readonly tenantId: string;
  readonly cause: number | null;
  /** The API's own reference of the delivery, when it wants to be told about every attempt. */
  readonly reference?: string;
}

/** One attempt at a delivery, numbered from 1. `at`: ISO 8601 instant of the sandbox's clock. */
export interface DeliveryAttempt extends SendReport {
  readonly number: number;
  readonly at: string;
}

/** One webhook on its way, or arrived, or given up. */
export interface Delivery {
  readonly id: number;
  readonly origin: WebhookOrigin & { readonly jobId: string };
  readonly request: WebhookRequest;
  readonly createdAt: string;
  /** `pending` until the last attempt has its outcome. */
  readonly state: 'pending' | SendReport['outcome'];
  readonly attempts: readonly DeliveryAttempt[];
  /** The retry that it waits for. */
  readonly retry?: {
    /** ISO 8601 instant. */
    readonly at: string;
    /** Its number among the timers of the sandbox. */
    readonly order: number;
  };
}

/** By their numbers. */
export const deliveryRecords = defineCollection<Delivery>('deliveries');
