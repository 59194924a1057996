import { defineTimer } from '@understudy/kernel';
import { companyScope } from '../access/company-scope.js';
import type { Company } from '../entities.js';
import { exchangeCollections, type Route, type StoredInvoice } from '../exchange/entities.js';
import { deliverySeconds } from '../policies.js';
import type { WorkContext } from '../work-context.js';
import type { Routing } from './choose-route.js';
import { failDelivery } from './fail-delivery.js';

/** The payload of the timer that delivers an invoice. */
export interface DeliveryDue {
  readonly companyId: string;
  readonly invoiceId: string;
}

export const deliveryTimer = defineTimer<DeliveryDue>('deliverInvoice');

const channels: Partial<Record<Route, 'PRINT' | 'EMAIL'>> = { PRINT: 'PRINT', EMAIL: 'EMAIL' };

/** Sends an invoice, or fails it immediately without a route. @returns the stored invoice */
export async function startDelivery(
  context: WorkContext,
  company: Company,
  invoice: StoredInvoice,
  routing: Routing,
): Promise<StoredInvoice> {
  if (routing.route === undefined) return failDelivery(context, company, invoice, routing.reason);
  const now = context.clock.now();
  const { route } = routing;
  const due: DeliveryDue = { companyId: company.id, invoiceId: invoice.id };
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
    timerId: await context.timers.schedule({ at, timer: deliveryTimer, payload: due }),
  };
  await companyScope(context, company.id).collection(exchangeCollections.invoices).put(invoice.id, sent);
  return sent;
}
