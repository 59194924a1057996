import type { WebhookRequest } from '@understudy/kernel';
import type { Subscription } from '../entities.js';
import type { components } from '../generated/types.js';
import { einvoicingWebhookPolicy } from '../policies.js';

/** Creates the request to a subscriber, without a signature (einvoicing.webhook.no-signature). */
export function createWebhookRequest(
  { id, destination }: Subscription,
  envelope: components['schemas']['EventEnvelope'],
): WebhookRequest {
  const url = new URL(destination);
  const { username, password } = url;
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (username !== '' || password !== '') {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    headers['authorization'] = `Basic ${Buffer.from(credentials).toString('base64')}`;
    url.username = '';
    url.password = '';
  }
  return { url: url.href, headers, body: envelope, policy: einvoicingWebhookPolicy, queue: id };
}

/** The kernel's reference for an attempt at a delivery. `deliveryId` is absent for an alert, which is not stored. */
export interface WebhookReference {
  readonly companyId: string;
  readonly subscriptionId: string;
  readonly deliveryId?: string;
}

/** Writes a reference as text. `series` distinguishes a resent delivery from its first series of attempts. */
export function writeReference({ companyId, subscriptionId, deliveryId }: WebhookReference, series: string): string {
  return JSON.stringify([companyId, subscriptionId, deliveryId ?? null, series]);
}

/** Reads the reference that {@link writeReference} wrote. */
export function readReference(text: string): WebhookReference {
  const [companyId, subscriptionId, deliveryId]: unknown[] = JSON.parse(text);
  return {
    companyId: String(companyId),
    subscriptionId: String(subscriptionId),
    ...(typeof deliveryId === 'string' ? { deliveryId } : {}),
  };
}
