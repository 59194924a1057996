import { defineCollection } from '@understudy/kernel';
import { normalizeBusinessId } from '../access/business-id.js';
import type { components } from '../generated/types.js';

/** Returns whether a received invoice was downloaded or marked as handled (einvoicing.gap.not-fetched). */
export function isInvoiceFetched({
  fetched,
  handling,
}: {
  readonly fetched?: boolean;
  readonly handling?: string;
}): boolean {
  return fetched === true || handling === 'HANDLED';
}

type Schemas = components['schemas'];

/** The networks of an invoice. PRINT and EMAIL are not electronic. */
export type InvoiceNetwork = 'INTERNAL' | 'PEPPOL' | 'BANK' | 'SCAN' | 'PRINT' | 'EMAIL';

export interface InvoiceParty {
  readonly eia?: string;
  readonly bid?: string;
  readonly name?: string;
  readonly country?: string;
}

/** Facts from an invoice file (einvoicing.gap.invoice-record). Dates are YYYY-MM-DD, sums in `currency`. */
export interface InvoiceFacts {
  /** Code of the format, such as PEPPOLBIS30 or FINVOICE30. */
  readonly format: string;
  readonly creditNote: boolean;
  readonly number: string;
  readonly date: string;
  readonly dueDate?: string;
  readonly currency: string;
  /** Including tax, never negative: credit notes have the same sign as invoices. */
  readonly sum: number;
  readonly tax: number;
  readonly reference?: string;
  /** Bank accounts to which the invoice can be paid. */
  readonly accounts?: readonly string[];
  readonly sender: InvoiceParty;
  readonly recipient: InvoiceParty & { readonly operator?: string };
}

/** Something that happened to an invoice. `happened_at`: ISO 8601. */
export interface StoredAction {
  readonly type: Schemas['InvoiceAction']['type'];
  readonly channel: Schemas['InvoiceAction']['channel'];
  readonly message?: string;
  readonly happened_at: string;
}

/** An invoice of one company, sent or received. Collection `invoices` of the company, key: its id. */
export interface StoredInvoice {
  readonly id: string;
  /** Sequence number, used to order the company's invoices. */
  readonly order: number;
  readonly direction: 'SENT' | 'RECEIVED';
  readonly status: Schemas['Invoice']['status'];
  readonly facts: InvoiceFacts;
  /** The origin of a received invoice. */
  readonly origin?: 'INTERNAL' | 'EXTERNAL' | 'SCAN';
  /** The route and the recipient, as decided when the invoice was sent. */
  readonly route?: InvoiceNetwork;
  readonly comment?: string;
  readonly createdAt: string;
  readonly receivedAt: string;
  readonly files: readonly InvoiceFile[];
  readonly actions: readonly StoredAction[];
  /** The mark of a received invoice (einvoicing.gap.not-fetched). */
  readonly handling?: Schemas['InvoiceEventPatch']['state'];
  /** True if the company has downloaded a received invoice (einvoicing.gap.not-fetched). */
  readonly fetched?: true;
  /** How many times it was rerouted. */
  readonly reroutes: number;
  readonly timerId?: string;
}

export interface InvoiceFile {
  readonly id: string;
  readonly filename: string;
  readonly type: 'PRIMARY_FILE' | 'ATTACHMENT';
  readonly mimetype: string;
}

/** Content of a file. Collection `files` of the company, key: the file's id. */
export interface StoredFile {
  readonly invoiceId?: string;
  readonly documentId?: string;
  readonly filename: string;
  readonly mimetype: string;
  /** The original bytes in base64. */
  readonly content: string;
}

export const exchangeCollections = {
  invoices: defineCollection<StoredInvoice>('invoices').indexedBy({
    received: ({ direction, receivedAt, order }) => [direction, Date.parse(receivedAt), order],
    created: ({ direction, createdAt, order }) => [direction, Date.parse(createdAt), order],
    status: ({ direction, status, receivedAt, order }) => [direction, status, Date.parse(receivedAt), order],
    fetched: (invoice) => [invoice.direction, isInvoiceFetched(invoice), Date.parse(invoice.receivedAt), invoice.order],
    number: ({ direction, facts }) => [direction, facts.number],
    reference: ({ direction, facts: { reference } }) => (reference === undefined ? undefined : [direction, reference]),
    handling: ({ direction, handling }) => (direction === 'SENT' || handling === undefined ? undefined : [handling]),
    sender: (invoice) => {
      const sender = invoice.direction === 'SENT' ? undefined : identifySender(invoice);
      return sender === undefined ? undefined : [sender.key];
    },
  }),
  files: defineCollection<StoredFile>('files'),
  exchanged: defineCollection<{ readonly companyId: string }>('exchanged'),
};

export interface InvoiceSender {
  readonly country: string;
  readonly bid: string;
  /** `<country>/<normalised id>` */
  readonly key: string;
}

export function identifySender({
  facts,
}: {
  readonly facts: { readonly sender: Partial<Omit<InvoiceSender, 'key'>> };
}): InvoiceSender | undefined {
  const { country, bid } = facts.sender;
  if (bid === undefined || country === undefined) return undefined;
  const normal = normalizeBusinessId(country, bid);
  return normal === '' ? undefined : { country, bid, key: `${country}/${normal}` };
}
