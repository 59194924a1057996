import { omitUndefined } from '@understudy/contract';
import { type ErrorResult, type HandlerContext, isLoopback } from '@understudy/kernel';
import { type ActingCompany, handleForCompany } from '../access/acting-company.js';
import { collections, type Subscription } from '../entities.js';
import { einvoicingErrors } from '../errors.js';
import type { components } from '../generated/types.js';
import { einvoicingSettings } from '../settings.js';
import { checkEventPattern, createWebhookRequest, listSubscriptions, writeReference } from './notify-subscribers.js';

/** The error of a webhook URL: it must be https, or http on this machine (einvoicing.gap.destination-scheme). */
function faultOfDestination(destination: string, allowHttp: boolean, ownUrl: string): string | undefined {
  if (!URL.canParse(destination)) return '/body/destination must be a URL';
  const { protocol, hostname, host, username, password } = new URL(destination);
  if (!isEncoded(username) || !isEncoded(password)) {
    return '/body/destination must have user and password percent-encoded; a percent sign itself is %25';
  }
  if (protocol === 'https:') return undefined;
  const staysHere = isLoopback(hostname) || host === new URL(ownUrl).host;
  if (protocol === 'http:' && allowHttp && staysHere) return undefined;
  return '/body/destination must be an https address; http is accepted for this machine only';
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Subscribes a company to its own events, or a partner to events of its companies (einvoicing.notifications.post). */
export const createNotification = handleForCompany<'createNotification'>(async ({ body }, context, acting) => {
  const faults = [
    faultOfDestination(body.destination, context.settings.of(einvoicingSettings.httpToLoopback), context.baseUrl),
    ...body.events.map(checkEventPattern),
    body.vendor_key !== undefined && body.destination_type === 'WEBHOOK'
      ? '/body/vendor_key goes with VENDOR_WEBHOOK only'
      : undefined,
  ].filter((fault) => fault !== undefined);
  if (faults.length > 0) return einvoicingErrors.badRequest(faults);
  const vendorId = body.destination_type === 'VENDOR_WEBHOOK' ? await vendorWanted(body, acting, context) : undefined;
  if (typeof vendorId === 'object') return vendorId;

  const existing = await listSubscriptions(context, acting.company.id);
  const subscription: Subscription = {
    id: context.ids.next('subscription'),
    number: Math.max(0, ...existing.map(({ number }) => number)) + 1,
    type: body.destination_type,
    destination: body.destination,
    events: body.events,
    ...omitUndefined({ vendorKey: body.vendor_key, vendorId }),
  };
  await acting.scope.collection(collections.subscriptions).put(subscription.id, subscription);
  return { status: 201, body: presentNotification(subscription) };
});

/**
 * Returns the only vendor whose companies the subscription covers, or undefined for all vendors
 * (einvoicing.auth.vendor-webhook).
 */
async function vendorWanted(
  { vendor_key }: components['schemas']['NotificationRequest'],
  { company, vendor }: ActingCompany,
  { scopes }: HandlerContext,
): Promise<string | undefined | ErrorResult> {
  if (vendor?.partnerCompanyId !== company.id) {
    return einvoicingErrors.noAccess(
      'Vendor webhooks need a token of the partner company, fetched with its vendor_api_key',
    );
  }
  if (vendor_key === undefined) return undefined;
  const owner = await scopes.shared.collection(collections.vendorKeys).get(vendor_key);
  const wanted = owner === undefined ? undefined : await scopes.shared.collection(collections.vendors).get(owner.id);
  if (wanted?.partnerCompanyId !== company.id)
    return einvoicingErrors.badRequest(['/body/vendor_key must be a key of this partner']);
  return wanted.id;
}

/** Returns a subscription in the API, with its original values (einvoicing.subscription.response). */
function presentNotification(subscription: Subscription): components['schemas']['Notification'] {
  const { id, type, destination, events, vendorKey, disabledAt } = subscription;
  return {
    id,
    destination_type: type,
    destination,
    events: [...events],
    ...(vendorKey === undefined ? {} : { vendor_key: vendorKey }),
    ...(disabledAt === undefined ? {} : { disabled: true }),
  };
}

/** Lists the company's subscriptions (einvoicing.gap.subscription-manage). */
export const listNotifications = handleForCompany<'listNotifications'>(async (_input, context, acting) => {
  return { status: 200, body: (await listSubscriptions(context, acting.company.id)).map(presentNotification) };
});

export const getNotification = handleForCompany<'getNotification'>(async ({ path }, _context, acting) => {
  const subscription = await acting.scope.collection(collections.subscriptions).get(path.id);
  return subscription === undefined
    ? einvoicingErrors.notFound()
    : { status: 200, body: presentNotification(subscription) };
});

export const deleteNotification = handleForCompany<'deleteNotification'>(async ({ path }, context, acting) => {
  if (!(await acting.scope.collection(collections.subscriptions).delete(path.id))) {
    return einvoicingErrors.notFound();
  }
  const deliveries = acting.scope.collection(collections.deliveries);
  for (const { value } of await deliveries.range('subscription', [path.id], [path.id])) {
    context.webhooks.cancel(value.reference);
    await deliveries.delete(value.id);
  }
  return { status: 204 };
});

/** Resends every unacknowledged event in order, with new retries (einvoicing.notifications.resend). */
export const resendUnacknowledged = handleForCompany<'resendUnacknowledged'>(
  async (_input, context, { company, scope }) => {
    const existing = await listSubscriptions(context, company.id);
    const subscriptions = new Map(existing.map((subscription) => [subscription.id, subscription]));
    const deliveries = scope.collection(collections.deliveries);
    let count = 0;
    for (const { value: delivery } of await deliveries.range('number')) {
      const subscription = subscriptions.get(delivery.subscriptionId);
      if (subscription === undefined) continue;
      const parts = { companyId: company.id, subscriptionId: subscription.id, deliveryId: delivery.id };
      const reference = writeReference(parts, context.ids.next('series'));
      context.webhooks.cancel(delivery.reference);
      await deliveries.put(delivery.id, { ...delivery, reference });
      const request = createWebhookRequest(subscription, delivery.envelope);
      context.webhooks.send({ tenantId: delivery.envelope.company_id, reference, request });
      count += 1;
    }
    return { status: 202, body: { count } };
  },
);
