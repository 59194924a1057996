import { companyScope } from '../access/company-scope.js';
import { collections } from '../entities.js';
import { alertEverySeconds } from '../policies.js';
import { eventTime } from '../times.js';
import type { WorkContext } from '../work-context.js';
import { alertEvent } from './event-names.js';
import { storedSubscriptions } from './stored-subscriptions.js';
import { webhookRequest, writeReference } from './webhook-request.js';

/**
 * Tells a company that events were missed, at most once in 24 hours (einvoicing.webhook.unacknowledged,
 * einvoicing.gap.unack-moment). The alert itself is repeated like every webhook, but never counts as missed.
 */
export async function alertOfMissedEvents(context: WorkContext, companyId: string): Promise<void> {
  const now = context.clock.now();
  const alerts = companyScope(context, companyId).collection(collections.alerts);
  const latest = await alerts.get('latest');
  if (latest !== undefined && now.getTime() - Date.parse(latest.at) < alertEverySeconds * 1000) return;
  const subscribers = (await storedSubscriptions(context, companyId)).filter(
    ({ events, disabledAt }) => disabledAt === undefined && events.includes(alertEvent),
  );
  if (subscribers.length === 0) return;
  await alerts.put('latest', { at: now.toISOString() });
  const envelope = { event: alertEvent, company_id: companyId, event_timestamp: eventTime(now) };
  for (const subscription of subscribers) {
    const reference = writeReference({ companyId, subscriptionId: subscription.id }, context.ids.next('alert'));
    context.webhooks.send({ tenantId: companyId, reference, request: webhookRequest(subscription, envelope) });
  }
}
