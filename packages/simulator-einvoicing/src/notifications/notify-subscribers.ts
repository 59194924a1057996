import type { WebhookRequest } from '@understudy/kernel';
import { getCompanyScope, type LookupContext, takeNextNumber, type WorkContext } from '../access/find-company.js';
import { type Company, collections, type EventDelivery, type Subscription } from '../entities.js';
import type { components } from '../generated/types.js';
import { einvoicingWebhookPolicy } from '../policies.js';
import { formatEventTime } from '../times.js';

interface CompanyEvent {
  /** Event type, such as `DOCUMENTS.INVOICE.DELIVERED`. */
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const networks = ['INTERNAL', 'PEPPOL', 'BANK', 'SCAN', 'SCAN_DOCUMENTS', 'VOUCHER', 'RECEIVABLES'];

/** Document types that have their own events: einvoicing.gap.document-events. */
const documentTypes = [
  'ORDER',
  'ORDER_RESPONSE',
  'CATALOGUE',
  'CATALOGUE_RESPONSE',
  'SELF_BILLING_INVOICE',
  'DESPATCH_ADVICE',
  'RECEIPT',
  'VOUCHER',
  'BANK_FILE',
  'REMINDER',
  'SCAN',
  'INVOICE_RESPONSE',
  'MESSAGE_LEVEL_RESPONSE',
  'UNKNOWN',
] as const;

/** The alert about missed events. No wildcard includes it. */
export const missedEventsAlert = 'UNACKNOWLEDGED_WEBHOOKS';

/** The names of all events available for subscription: einvoicing.event.types, einvoicing.gap.event-names. */
export const eventNames: readonly string[] = [
  'DOCUMENTS.INVOICE.RECEIVED',
  'DOCUMENTS.INVOICE.DELIVERED',
  'DOCUMENTS.INVOICE.FAILED',
  'DOCUMENTS.INVOICE.DELIVERY_CONFIRMED',
  ...documentTypes.flatMap((type) => ['RECEIVED', 'DELIVERED', 'FAILED'].map((what) => `DOCUMENTS.${type}.${what}`)),
  ...networks.map((network) => `NETWORKS.${network}.CREATED`),
  'COMPANY.AUTHORIZATION.CHANGED',
  'SERVICES.RECEIVABLES.ACTIVATED',
  'SERVICES.RECEIVABLES.REJECTED',
  missedEventsAlert,
];

/** Reports an event to each matching subscription (einvoicing.webhook.post, einvoicing.webhook.vendor). */
export async function notifySubscribers(context: WorkContext, company: Company, event: CompanyEvent): Promise<void> {
  const envelope: components['schemas']['EventEnvelope'] = {
    event: event.type,
    company_id: company.id,
    event_timestamp: formatEventTime(context.clock.now()),
    event_data: { ...event.data },
  };
  for (const subscriber of await subscribersOf(context, company, event.type)) {
    await keepAndSend(context, subscriber, envelope);
  }
}

async function subscribersOf(context: WorkContext, company: Company, type: string): Promise<OwnedSubscription[]> {
  const own = (await listSubscriptions(context, company.id))
    .filter((subscription) => subscription.type === 'WEBHOOK')
    .map((subscription): OwnedSubscription => ({ companyId: company.id, subscription }));
  const vendors = context.scopes.shared.collection(collections.vendors);
  const partners = new Set<string>();
  for (const id of company.vendorIds) {
    const partner = (await vendors.get(id))?.partnerCompanyId;
    if (partner !== undefined) partners.add(partner);
  }
  const theirs: OwnedSubscription[] = [];
  for (const companyId of partners) {
    for (const subscription of await listSubscriptions(context, companyId)) {
      const { type: kind, vendorId } = subscription;
      const isMeant = vendorId === undefined || company.vendorIds.includes(vendorId);
      if (kind === 'VENDOR_WEBHOOK' && isMeant) theirs.push({ companyId, subscription });
    }
  }
  // Overlapping patterns of one subscription deliver once (einvoicing.gap.unknown-event).
  return [...own, ...theirs].filter(
    ({ subscription: { disabledAt, events } }) =>
      disabledAt === undefined && events.some((pattern) => coversEvent(pattern, type)),
  );
}

async function keepAndSend(
  context: WorkContext,
  { companyId, subscription }: OwnedSubscription,
  envelope: components['schemas']['EventEnvelope'],
): Promise<void> {
  const scope = getCompanyScope(context, companyId);
  const number = await takeNextNumber(scope, collections.deliveries);
  const id = context.ids.next('delivery');
  const reference = writeReference({ companyId, subscriptionId: subscription.id, deliveryId: id }, 'first');
  const delivery: EventDelivery = { id, number, subscriptionId: subscription.id, envelope, reference };
  await scope.collection(collections.deliveries).put(id, delivery);
  context.webhooks.send({
    tenantId: envelope.company_id,
    reference,
    request: createWebhookRequest(subscription, envelope),
  });
}

/** Lists the subscriptions of a company in order of creation. Each event is matched against all of them. */
export async function listSubscriptions(lookup: LookupContext, companyId: string): Promise<Subscription[]> {
  const stored = await getCompanyScope(lookup, companyId).collection(collections.subscriptions).list();
  return stored.map(({ value }) => value).sort((one, other) => one.number - other.number);
}

interface OwnedSubscription {
  readonly companyId: string;
  readonly subscription: Subscription;
}

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

export function readReference(text: string): WebhookReference {
  const [companyId, subscriptionId, deliveryId]: unknown[] = JSON.parse(text);
  return {
    companyId: String(companyId),
    subscriptionId: String(subscriptionId),
    ...(typeof deliveryId === 'string' ? { deliveryId } : {}),
  };
}

/**
 * Returns whether a name or wildcard covers an event (einvoicing.event.wildcards, einvoicing.gap.wildcard-segments).
 */
function coversEvent(pattern: string, event: string): boolean {
  if (pattern === event) return true;
  if (!pattern.includes('*') || event === missedEventsAlert) return false;
  const wanted = pattern.split('.');
  const parts = event.split('.');
  const isOpen = wanted.at(-1) === '*';
  if (isOpen ? parts.length < wanted.length : parts.length !== wanted.length) return false;
  return wanted.every((part, place) => part === '*' || part === parts[place]);
}

/** @returns why a name or wildcard cannot be subscribed to, or undefined (einvoicing.gap.unknown-event) */
export function checkEventPattern(pattern: string): string | undefined {
  if (pattern === '*') return '/body/events must not hold a bare *; name the first part, such as DOCUMENTS.*';
  if (eventNames.some((event) => coversEvent(pattern, event))) return undefined;
  const kind = pattern.includes('*') ? 'the wildcard' : 'the event';
  return `/body/events has ${kind} "${pattern}", which matches no event; there are ${eventNames.slice(0, 3).join(', ')} and more`;
}
