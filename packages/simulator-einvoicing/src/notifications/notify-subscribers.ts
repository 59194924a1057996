import { getCompanyScope } from '../access/company-scope.js';
import { type Company, collections, type EventDelivery } from '../entities.js';
import type { components } from '../generated/types.js';
import { formatEventTime } from '../times.js';
import type { WorkContext } from '../work-context.js';
import { coversEvent } from './event-names.js';
import { listSubscriptions, type OwnedSubscription } from './stored-subscriptions.js';
import { createWebhookRequest, writeReference } from './webhook-request.js';

/** Something that happened to a company. */
interface CompanyEvent {
  /** Such as `DOCUMENTS.INVOICE.DELIVERED`. */
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

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
  const counters = scope.collection(collections.counters);
  const number = ((await counters.get(collections.deliveries.name))?.latest ?? 0) + 1;
  await counters.put(collections.deliveries.name, { latest: number });
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
