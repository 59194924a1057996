import type { InvoiceParty, StoredInvoice } from '../exchange/entities.js';
import type { components } from '../generated/types.js';
import { formatRecordTime } from '../times.js';

type Schemas = components['schemas'];

/** Returns the record of an invoice in the API. Missing values are null (einvoicing.gap.invoice-record). */
export function presentInvoice(invoice: StoredInvoice, baseUrl: string): Schemas['Invoice'] {
  const { id, status, facts, origin, route, comment, createdAt, receivedAt, files, actions, reroutes } = invoice;
  return {
    id,
    status,
    reference: facts.reference ?? null,
    number: facts.number,
    sender: presentParty(facts.sender),
    recipient: { ...presentParty(facts.recipient), operator: facts.recipient.operator ?? null },
    received_at: formatRecordTime(new Date(receivedAt)),
    created_at: formatRecordTime(new Date(createdAt)),
    date: facts.date,
    date_due: facts.dueDate ?? null,
    source_format: facts.format,
    sum: facts.sum,
    sum_tax: facts.tax,
    currency: facts.currency,
    origin: origin ?? null,
    destination: invoice.direction === 'RECEIVED' ? null : (route ?? null),
    comment: comment ?? null,
    files: files.map((file) => ({ ...file, href: `${baseUrl}/v1/invoices/${id}/files/${file.id}` })),
    actions: actions.map(presentAction),
    revision: reroutes === 0 ? null : { number: reroutes },
    virtual_barcode: null,
  };
}

/** Returns an action with the instant in the form of records. */
export function presentAction(action: StoredInvoice['actions'][number]): Schemas['InvoiceAction'] {
  const { type, channel, message, happened_at } = action;
  return { type, channel, message: message ?? null, key: null, happened_at: formatRecordTime(new Date(happened_at)) };
}

function presentParty({ eia, bid, name, country }: InvoiceParty): Schemas['InvoiceParty'] {
  return { eia: eia ?? null, bid: bid ?? null, name: name ?? null, country: country ?? null };
}
