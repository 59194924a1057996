import { getCompanyScope } from '../access/company-scope.js';
import { startAnalysis } from '../detect/run-analysis.js';
import type { Company } from '../entities.js';
import { exchangeCollections, type InvoiceFacts, type StoredInvoice } from '../exchange/entities.js';
import type { SentFile } from '../exchange/read-parts.js';
import { storeFiles } from '../exchange/store-files.js';
import { notifySubscribers } from '../notifications/notify-subscribers.js';
import type { WorkContext } from '../work-context.js';
import { takeNextOrder } from './take-next-order.js';

interface Arrival {
  readonly facts: InvoiceFacts;
  readonly files: readonly SentFile[];
  readonly network: 'INTERNAL' | 'PEPPOL' | 'BANK' | 'SCAN';
}

const origins = { INTERNAL: 'INTERNAL', PEPPOL: 'EXTERNAL', BANK: 'EXTERNAL', SCAN: 'SCAN' } as const;

/** Stores an invoice that arrives for a company, and notifies its subscribers (einvoicing.received.event). */
export async function receiveInvoice(
  context: WorkContext,
  company: Company,
  { facts, files, network }: Arrival,
): Promise<StoredInvoice> {
  const scope = getCompanyScope(context, company.id);
  const id = context.ids.next('invoice');
  const now = context.clock.now().toISOString();
  const invoice: StoredInvoice = {
    id,
    order: await takeNextOrder(scope),
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
