import { createTimerHandler, defineTimer } from '@understudy/kernel';
import { findCompany, getCompanyScope, takeNextNumber, type WorkContext } from '../access/find-company.js';
import { openAssignment } from '../assignments/stored-assignments.js';
import { startAnalysis } from '../detect/analysis.js';
import type { Company } from '../entities.js';
import {
  exchangeCollections,
  type InvoiceFacts,
  type InvoiceNetwork,
  type StoredInvoice,
} from '../exchange/entities.js';
import { loadFiles, type SentFile, storeFiles } from '../exchange/files.js';
import { notifySubscribers } from '../notifications/notify-subscribers.js';
import { deliverySeconds } from '../policies.js';
import { canReceiveInvoices } from '../profiles/registrations.js';
import { findRecipient, type RouteDecision } from './choose-route.js';

export const invoiceDeliveryTimer = defineTimer<{ readonly companyId: string; readonly invoiceId: string }>(
  'deliverInvoice',
);

const channels: Partial<Record<InvoiceNetwork, 'PRINT' | 'EMAIL'>> = { PRINT: 'PRINT', EMAIL: 'EMAIL' };

/** Sends an invoice, or fails it immediately if there is no route. @returns the stored invoice */
export async function startDelivery(
  context: WorkContext,
  company: Company,
  invoice: StoredInvoice,
  routing: RouteDecision,
): Promise<StoredInvoice> {
  if (routing.route === undefined) return failDelivery(context, company, invoice, routing.reason);
  const now = context.clock.now();
  const { route } = routing;
  const due = { companyId: company.id, invoiceId: invoice.id };
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

/** Delivers a sent invoice when its timer is due. Ignores invoices that an action has settled. */
export const deliverDueInvoice = createTimerHandler(invoiceDeliveryTimer, async ({ companyId, invoiceId }, context) => {
  const company = await findCompany(context, companyId);
  const invoice = await getCompanyScope(context, companyId).collection(exchangeCollections.invoices).get(invoiceId);
  if (company === undefined || invoice?.status !== 'PENDING') return;
  await deliverInvoice(context, company, invoice);
});

export async function deliverInvoice(context: WorkContext, company: Company, invoice: StoredInvoice) {
  const scope = getCompanyScope(context, company.id);
  if (invoice.route === 'INTERNAL') {
    const recipient = await findRecipient(context, invoice.facts.recipient);
    if (recipient === undefined || !(await canReceiveInvoices(context, recipient.id, 'INTERNAL'))) {
      return failDelivery(context, company, invoice, 'The recipient does not receive invoices any more');
    }
    const files = await loadFiles(scope, invoice.files);
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

/** Creates the data of events about a sent invoice (einvoicing.delivered.event). */
function createDeliveryEventData({ id, facts, route }: StoredInvoice) {
  return {
    invoice_id: id,
    invoice_number: facts.number,
    destination: route ?? '',
    recipient_name: facts.recipient.name ?? '',
    recipient_bid: facts.recipient.bid ?? '',
  };
}

/** Marks the delivery of a sent invoice as failed. The reason becomes the message of its ERROR action. */
export async function failDelivery(context: WorkContext, company: Company, invoice: StoredInvoice, message: string) {
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

interface Arrival {
  readonly facts: InvoiceFacts;
  readonly files: readonly SentFile[];
  readonly network: 'INTERNAL' | 'PEPPOL' | 'BANK' | 'SCAN';
}

const origins = { INTERNAL: 'INTERNAL', PEPPOL: 'EXTERNAL', BANK: 'EXTERNAL', SCAN: 'SCAN' } as const;

/** Stores an invoice that arrives for a company, and notifies its subscribers (einvoicing.received.event). */
export async function receiveInvoice(context: WorkContext, company: Company, { facts, files, network }: Arrival) {
  const scope = getCompanyScope(context, company.id);
  const id = context.ids.next('invoice');
  const now = context.clock.now().toISOString();
  const invoice: StoredInvoice = {
    id,
    order: await takeNextNumber(scope, exchangeCollections.exchanged),
    direction: 'RECEIVED',
    // einvoicing.gap.invoice-states
    status: 'DELIVERED',
    facts,
    origin: origins[network],
    route: network,
    createdAt: now,
    receivedAt: now,
    files: await storeFiles(scope, context.ids, { invoiceId: id }, files),
    actions: [
      {
        type: 'RECEIVED',
        channel: network === 'SCAN' ? 'SCAN' : 'EINVOICE',
        message: `Received by ${network}`,
        happened_at: now,
      },
    ],
    handling: 'CREATED',
    reroutes: 0,
  };
  await scope.collection(exchangeCollections.invoices).put(id, invoice);
  await context.scopes.shared.collection(exchangeCollections.exchanged).put(id, { companyId: company.id });
  // einvoicing.detect.purpose
  await startAnalysis(context, company, invoice, company.checks, 'ON_INVOICE_RECEIVE');
  await notifySubscribers(context, company, {
    type: 'DOCUMENTS.INVOICE.RECEIVED',
    data: {
      invoice_id: id,
      invoice_number: facts.number,
      origin: network,
      sender_name: facts.sender.name ?? '',
      sender_bid: facts.sender.bid ?? '',
    },
  });
  return invoice;
}
