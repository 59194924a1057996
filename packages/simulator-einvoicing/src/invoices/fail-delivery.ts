import { getCompanyScope } from '../access/company-scope.js';
import type { Company } from '../entities.js';
import { exchangeCollections, type StoredInvoice } from '../exchange/entities.js';
import { notifySubscribers } from '../notifications/notify-subscribers.js';
import type { WorkContext } from '../work-context.js';

/** Creates the data of events about a sent invoice (einvoicing.delivered.event). */
export function createDeliveryEventData({ id, facts, route }: StoredInvoice) {
  return {
    invoice_id: id,
    invoice_number: facts.number,
    destination: route ?? '',
    recipient_name: facts.recipient.name ?? '',
    recipient_bid: facts.recipient.bid ?? '',
  };
}

/** Marks the delivery of a sent invoice as failed. The reason becomes the message of its ERROR action. */
export async function failDelivery(
  context: WorkContext,
  company: Company,
  invoice: StoredInvoice,
  message: string,
): Promise<StoredInvoice> {
  const { timerId, ...rest } = invoice;
  if (timerId !== undefined) await context.timers.cancel(timerId);
  const failed: StoredInvoice = {
    ...rest,
    status: 'FAILED',
    actions: [
      ...invoice.actions,
      { type: 'ERROR', channel: 'EINVOICE', message, happened_at: context.clock.now().toISOString() },
    ],
  };
  await getCompanyScope(context, company.id).collection(exchangeCollections.invoices).put(invoice.id, failed);
  await notifySubscribers(context, company, {
    type: 'DOCUMENTS.INVOICE.FAILED',
    data: { ...createDeliveryEventData(failed), error_message: message },
  });
  return failed;
}
