import { getCompanyScope } from '../access/company-scope.js';
import { findCompany, findCompanyByBusinessId, findCompanyByEndpoint } from '../access/find-company.js';
import { openAssignment } from '../assignments/open-assignment.js';
import type { Company } from '../entities.js';
import { exchangeCollections, type StoredInvoice } from '../exchange/entities.js';
import { decodeContent } from '../exchange/store-files.js';
import { notifySubscribers } from '../notifications/notify-subscribers.js';
import { canReceiveInvoices } from '../profiles/can-receive.js';
import type { WorkContext } from '../work-context.js';
import { createDeliveryEventData, failDelivery } from './fail-delivery.js';
import { receiveInvoice } from './receive-invoice.js';
import type { DeliveryTimerPayload } from './start-delivery.js';

/** Delivers a sent invoice when its timer is due. Ignores invoices that an action has settled. */
export async function deliverDueInvoice(
  { companyId, invoiceId }: DeliveryTimerPayload,
  context: WorkContext,
): Promise<void> {
  const company = await findCompany(context, companyId);
  const invoice = await getCompanyScope(context, companyId).collection(exchangeCollections.invoices).get(invoiceId);
  if (company === undefined || invoice?.status !== 'PENDING') return;
  await deliverInvoice(context, company, invoice);
}

/** Delivers a sent invoice to the local recipient, or else to the outside world. */
export async function deliverInvoice(
  context: WorkContext,
  company: Company,
  invoice: StoredInvoice,
): Promise<StoredInvoice> {
  const scope = getCompanyScope(context, company.id);
  if (invoice.route === 'INTERNAL') {
    const recipient = await recipientOf(context, invoice);
    if (recipient === undefined || !(await canReceiveInvoices(context, recipient.id, 'INTERNAL'))) {
      return failDelivery(context, company, invoice, 'The recipient does not receive invoices any more');
    }
    const files = await Promise.all(
      invoice.files.map(async ({ id, filename, mimetype }) => {
        const stored = await scope.collection(exchangeCollections.files).get(id);
        if (stored === undefined) throw new Error(`File ${id} of invoice ${invoice.id} is gone`);
        return { filename, mimetype, bytes: decodeContent(stored) };
      }),
    );
    await receiveInvoice(context, recipient, { facts: invoice.facts, files, network: 'INTERNAL' });
  }
  const { timerId, ...rest } = invoice;
  if (timerId !== undefined) await context.timers.cancel(timerId);
  const delivered: StoredInvoice = {
    ...rest,
    status: 'DELIVERED',
    actions: [
      ...invoice.actions,
      { type: 'DELIVERED', channel: channelOf(invoice), happened_at: context.clock.now().toISOString() },
    ],
  };
  await scope.collection(exchangeCollections.invoices).put(invoice.id, delivered);
  await openAssignment(context, company, delivered);
  await notifySubscribers(context, company, {
    type: 'DOCUMENTS.INVOICE.DELIVERED',
    data: createDeliveryEventData(delivered),
  });
  return delivered;
}

function channelOf({ route }: StoredInvoice): 'EINVOICE' | 'PRINT' | 'EMAIL' {
  return route === 'PRINT' || route === 'EMAIL' ? route : 'EINVOICE';
}

async function recipientOf(context: WorkContext, { facts }: StoredInvoice): Promise<Company | undefined> {
  const { eia, bid, country } = facts.recipient;
  const byAddress = eia === undefined ? undefined : await findCompanyByEndpoint(context, eia);
  if (byAddress !== undefined || bid === undefined || country === undefined) return byAddress;
  return findCompanyByBusinessId(context, country, bid);
}
