import type { Subscription } from '../entities.js';
import type { components } from '../generated/types.js';

/** A subscription as the API shows it, the values as they were sent (einvoicing.subscription.response). */
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
