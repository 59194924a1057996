import { defineTimer } from '@understudy/kernel';
import { getCompanyScope } from '../access/company-scope.js';
import type { Company } from '../entities.js';
import { exchangeCollections, type InvoiceNetwork, type StoredInvoice } from '../exchange/entities.js';
import { deliverySeconds } from '../policies.js';
import type { WorkContext } from '../work-context.js';
import type { RouteDecision } from './choose-route.js';
import { failDelivery } from './fail-delivery.js';

/** The payload of the timer that delivers an invoice. */
export interface DeliveryTimerPayload {
  readonly companyId: string;
  readonly invoiceId: string;
}

export const invoiceDeliveryTimer = defineTimer<DeliveryTimerPayload>('deliverInvoice');

const channels: Partial<Record<InvoiceNetwork, 'PRINT' | 'EMAIL'>> = { PRINT: 'PRINT', EMAIL: 'EMAIL' };

/**
 * Sends an invoice, or fails it immediately if there is no route.
 * @returns the stored invoice
 */
export async function startDelivery(
  context: WorkContext,
  company: Company,
  invoice: StoredInvoice,
  routing: RouteDecision,
): Promise<StoredInvoice> {
  if (routing.route === undefined) return failDelivery(context, company, invoice, routing.reason);
  const now = context.clock.now();
  const { route } = routing;
  const due: DeliveryTimerPayload = { companyId: company.id, invoiceId: invoice.id };
  const at = new Date(now.getTime() + deliverySeconds[route] * 1000);
  const sent: StoredInvoice = {
    ...invoice,
    status: 'PENDING',
    route,
    actions: [
      ...invoice.actions,
      {
        type: 'SENT',
        channel: channels[route] ?? 'EINVOICE',
        message: `Sent by ${route}`,
        happened_at: now.toISOString(),
      },
    ],
    timerId: await context.timers.schedule({ at, timer: invoiceDeliveryTimer, payload: due }),
  };
  await getCompanyScope(context, company.id).collection(exchangeCollections.invoices).put(invoice.id, sent);
  return sent;
}
