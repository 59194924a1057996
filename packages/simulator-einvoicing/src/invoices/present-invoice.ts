import type { components } from '../generated/types.js';
import { recordTime } from '../times.js';
import type { StoredInvoice } from './entities.js';

/** The record of an invoice as the API shows it (einvoicing.gap.invoice-record). */
export function presentInvoice(invoice: StoredInvoice, baseUrl: string): components['schemas']['Invoice'] {
  const { id, status, facts, origin, route, comment, createdAt, receivedAt, files, actions, reroutes } = invoice;
  return {
    id,
    status,
    ...(facts.reference === undefined ? {} : { reference: facts.reference }),
    number: facts.number,
    sender: facts.sender,
    recipient: facts.recipient,
    received_at: recordTime(new Date(receivedAt)),
    created_at: recordTime(new Date(createdAt)),
    date: facts.date,
    ...(facts.dueDate === undefined ? {} : { date_due: facts.dueDate }),
    source_format: facts.format,
    sum: facts.sum,
    sum_tax: facts.tax,
    currency: facts.currency,
    ...(origin === undefined ? {} : { origin }),
    ...(invoice.direction === 'RECEIVED' || route === undefined ? {} : { destination: route }),
    ...(comment === undefined ? {} : { comment }),
    files: files.map((file) => ({ ...file, href: `${baseUrl}/v1/invoices/${id}/files/${file.id}` })),
    actions: actions.map(presentAction),
    ...(reroutes === 0 ? {} : { revision: { number: reroutes } }),
  };
}

/** An action with the instant in the form of records. */
export function presentAction(action: StoredInvoice['actions'][number]): components['schemas']['InvoiceAction'] {
  return { ...action, happened_at: recordTime(new Date(action.happened_at)) };
}
