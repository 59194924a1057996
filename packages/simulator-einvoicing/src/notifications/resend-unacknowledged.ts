import { handleForCompany } from '../access/handle-for-company.js';
import { collections } from '../entities.js';
import type { operations } from '../generated/types.js';
import { listSubscriptions } from './stored-subscriptions.js';
import { createWebhookRequest, writeReference } from './webhook-request.js';

/** Resends every unacknowledged event in order, with new retries (einvoicing.notifications.resend). */
export const resendUnacknowledged = handleForCompany<operations['resendUnacknowledged']>(
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
