import { handleForCompany } from '../access/handle-for-company.js';
import { collections, type Subscription } from '../entities.js';
import { einvoicingErrors } from '../errors.js';
import type { components, operations } from '../generated/types.js';
import { listSubscriptions } from './stored-subscriptions.js';

/** Returns a subscription in the API, with its original values (einvoicing.subscription.response). */
export function presentNotification(subscription: Subscription): components['schemas']['Notification'] {
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
export const listNotifications = handleForCompany<operations['listNotifications']>(async (_input, context, acting) => {
  return { status: 200, body: (await listSubscriptions(context, acting.company.id)).map(presentNotification) };
});

export const getNotification = handleForCompany<operations['getNotification']>(async ({ path }, _context, acting) => {
  const subscription = await acting.scope.collection(collections.subscriptions).get(path.id);
  return subscription === undefined
    ? einvoicingErrors.notFound()
    : { status: 200, body: presentNotification(subscription) };
});

/** Deletes a subscription and its pending deliveries. */
export const deleteNotification = handleForCompany<operations['deleteNotification']>(
  async ({ path }, context, acting) => {
    if (!(await acting.scope.collection(collections.subscriptions).delete(path.id))) {
      return einvoicingErrors.notFound();
    }
    const deliveries = acting.scope.collection(collections.deliveries);
    for (const { value } of await deliveries.range('subscription', [path.id], [path.id])) {
      context.webhooks.cancel(value.reference);
      await deliveries.delete(value.id);
    }
    return { status: 204 };
  },
);
