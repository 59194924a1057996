import type { DataScope, WebhookReport } from '@understudy/kernel';
import { getCompanyScope, type WorkContext } from '../access/find-company.js';
import { collections, type Subscription } from '../entities.js';
import { alertIntervalSeconds, disabledAfterSeconds } from '../policies.js';
import { formatEventTime } from '../times.js';
import {
  createWebhookRequest,
  listSubscriptions,
  missedEventsAlert,
  readReference,
  type WebhookReference,
  writeReference,
} from './notify-subscribers.js';

/** Alerts a company about missed events daily (einvoicing.webhook.unacknowledged, einvoicing.gap.unack-moment). */
async function alertOfMissedEvents(context: WorkContext, companyId: string): Promise<void> {
  const now = context.clock.now();
  const alerts = getCompanyScope(context, companyId).collection(collections.alerts);
  const latest = await alerts.get('latest');
  if (latest !== undefined && now.getTime() - Date.parse(latest.at) < alertIntervalSeconds * 1000) return;
  const subscribers = (await listSubscriptions(context, companyId)).filter(
    ({ events, disabledAt }) => disabledAt === undefined && events.includes(missedEventsAlert),
  );
  if (subscribers.length === 0) return;
  await alerts.put('latest', { at: now.toISOString() });
  const envelope = { event: missedEventsAlert, company_id: companyId, event_timestamp: formatEventTime(now) };
  for (const subscription of subscribers) {
    const reference = writeReference({ companyId, subscriptionId: subscription.id }, context.ids.next('alert'));
    context.webhooks.send({ tenantId: companyId, reference, request: createWebhookRequest(subscription, envelope) });
  }
}

/**
 * Disables the subscription after a month of failures, and alerts the company after the last retry
 * (einvoicing.webhook.disable, einvoicing.webhook.unacknowledged). @returns `stop` to prevent a retry
 */
export async function handleWebhookReport(report: WebhookReport, context: WorkContext): Promise<'stop' | undefined> {
  const reference = readReference(report.reference);
  const scope = getCompanyScope(context, reference.companyId);
  const subscription = await scope.collection(collections.subscriptions).get(reference.subscriptionId);
  // The subscription was deleted during the attempt.
  if (subscription === undefined) return 'stop';
  return report.outcome === 'delivered'
    ? await acknowledge(reference, subscription, scope)
    : await takeFailure(report, reference, subscription, scope, context);
}

async function acknowledge(
  { deliveryId }: WebhookReference,
  subscription: Subscription,
  scope: DataScope,
): Promise<'stop'> {
  if (deliveryId !== undefined) await scope.collection(collections.deliveries).delete(deliveryId);
  if (subscription.failingSince !== undefined && subscription.disabledAt === undefined) {
    const { failingSince: _over, ...working } = subscription;
    await scope.collection(collections.subscriptions).put(subscription.id, working);
  }
  return 'stop';
}

async function takeFailure(
  report: WebhookReport,
  { companyId, deliveryId }: WebhookReference,
  subscription: Subscription,
  scope: DataScope,
  context: WorkContext,
): Promise<'stop' | undefined> {
  const delivery =
    deliveryId === undefined ? undefined : await scope.collection(collections.deliveries).get(deliveryId);
  // The event was acknowledged in between, or resent in its own series.
  if (deliveryId !== undefined && delivery?.reference !== report.reference) return 'stop';
  const now = context.clock.now();
  const failingSince = subscription.failingSince ?? now.toISOString();
  const isDisabled = subscription.disabledAt !== undefined;
  const isOver = !isDisabled && now.getTime() - Date.parse(failingSince) >= disabledAfterSeconds * 1000;
  if (subscription.failingSince === undefined || isOver) {
    const noted = { ...subscription, failingSince, ...(isOver ? { disabledAt: now.toISOString() } : {}) };
    await scope.collection(collections.subscriptions).put(subscription.id, noted);
  }
  if (isOver) await cancelDeliveries(subscription, scope, context);
  if ((report.last || isOver) && deliveryId !== undefined) await alertOfMissedEvents(context, companyId);
  return isOver ? 'stop' : undefined;
}

/** A disabled subscription receives nothing. Its missed events remain unacknowledged. */
async function cancelDeliveries({ id }: Subscription, scope: DataScope, context: WorkContext): Promise<void> {
  const deliveries = await scope.collection(collections.deliveries).range('subscription', [id], [id]);
  for (const { value } of deliveries) context.webhooks.cancel(value.reference);
}
