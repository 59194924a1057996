import type { Finding } from '@understudy/contract';
import { type ActionInput, type CollectionDefinition, createMustBeFinding, defineAction } from '@understudy/kernel';
import { companyIdInput, nonEmptyText } from '../access/action-input.js';
import { findCompany, getCompanyScope, type WorkContext } from '../access/find-company.js';
import { deliverDocument, failDocument, receiveDocument } from '../documents/deliver-document.js';
import { documentCollections, type StoredDocument } from '../documents/entities.js';
import type { Company } from '../entities.js';
import { exchangeCollections, type StoredInvoice } from '../exchange/entities.js';
import { guessMediaType, type SentFile } from '../exchange/files.js';
import { readUpload } from '../exchange/read-upload.js';
import { deliverInvoice, failDelivery, receiveInvoice } from '../invoices/deliver-invoice.js';
import { canReceiveDocuments, canReceiveInvoices } from '../profiles/registrations.js';
import { chooseSampleDates, createSampleInvoice, sampleSeller } from '../seed/sample-invoice.js';

const networks = ['INTERNAL', 'PEPPOL', 'BANK', 'SCAN'] as const;

const arrival = {
  type: 'object',
  required: ['companyId', 'file'],
  properties: {
    ...companyIdInput.properties,
    network: { type: 'string', enum: networks, default: 'PEPPOL', description: 'Through which it arrives' },
    file: { ...nonEmptyText, description: 'The text of the file, or its base64' },
    encoding: { type: 'string', enum: ['utf8', 'base64'], default: 'utf8' },
    filename: { ...nonEmptyText, default: 'invoice.xml' },
  },
} as const;
type Arrival = ActionInput<typeof arrival>;

const invoiceArrival = {
  type: 'object',
  required: ['companyId'],
  properties: {
    ...arrival.properties,
    sample: {
      type: 'boolean',
      default: false,
      examples: [true],
      description: 'Makes the file up: a UBL invoice that breaks no rule',
    },
    amount: {
      type: 'number',
      minimum: 0.02,
      maximum: 10_000_000,
      description: 'Of a sample: what is to be paid, in euros; 125.50 when absent',
    },
    seller: { ...nonEmptyText, description: 'Of a sample: the name of the seller; Northern Roasters Oy when absent' },
  },
} as const;
type InvoiceArrival = ActionInput<typeof invoiceArrival>;

/** Suggests no example, because known ids rarely belong to items that are still pending. */
const pending = (what: string) => ({
  ...nonEmptyText,
  examples: [],
  description: `Of a sent ${what} that is not settled yet`,
});
const ofInvoice = { type: 'object', required: ['invoiceId'], properties: { invoiceId: pending('invoice') } } as const;
const ofDocument = {
  type: 'object',
  required: ['documentId'],
  properties: { documentId: pending('document') },
} as const;

const refused = (what: string) => ({ ...nonEmptyText, default: `The recipient refused the ${what}` });

export const exchangeActions = {
  deliverInvoice: defineAction({
    summary: 'Delivers a sent invoice now',
    input: ofInvoice,
    run: ({ invoiceId }, context) =>
      withPending(context, pendingInvoice(invoiceId), (company, invoice) => deliverInvoice(context, company, invoice)),
  }),
  failInvoice: defineAction({
    summary: 'Lets the delivery of a sent invoice fail',
    input: { ...ofInvoice, properties: { ...ofInvoice.properties, message: refused('invoice') } },
    run: ({ invoiceId, message }, context) =>
      withPending(context, pendingInvoice(invoiceId), (company, invoice) =>
        failDelivery(context, company, invoice, message),
      ),
  }),
  receiveInvoice: defineAction({
    suggestion: 'An invoice arrives',
    summary: 'Lets an invoice arrive for a company that is registered for the network',
    input: invoiceArrival,
    run: receive,
  }),
  deliverDocument: defineAction({
    summary: 'Delivers a sent document now',
    input: ofDocument,
    run: ({ documentId }, context) =>
      withPending(context, pendingDocument(documentId), (company, document) =>
        deliverDocument(context, company, document),
      ),
  }),
  failDocument: defineAction({
    summary: 'Lets the delivery of a sent document fail',
    input: { ...ofDocument, properties: { ...ofDocument.properties, message: refused('document') } },
    run: ({ documentId, message }, context) =>
      withPending(context, pendingDocument(documentId), (company, document) =>
        failDocument(context, company, document, message),
      ),
  }),
  receiveDocument: defineAction({
    suggestion: 'A document arrives',
    summary: 'Lets a document arrive for a company that is registered for it',
    input: arrival,
    run: takeDocument,
  }),
};

async function receive(input: InvoiceArrival, context: WorkContext): Promise<Finding[] | Record<string, unknown>> {
  const { network } = input;
  const company = await findCompany(context, input.companyId);
  if (company === undefined) return createMustBeFinding('companyId', 'the id of a company of this sandbox');
  const file = invoiceFile(input, company, context);
  if (Array.isArray(file)) return file;
  // einvoicing.received.event: an unregistered company receives nothing.
  if (!(await canReceiveInvoices(context, company.id, network))) {
    return createMustBeFinding(
      'network',
      `a network with an active registration; the company is not registered for ${network}`,
    );
  }
  const read = await readUpload(context, 'readInvoiceFile', file);
  if ('tooCostly' in read) return createMustBeFinding('file', `readable: ${read.tooCostly}`);
  if ('faults' in read) return read.faults.flatMap((fault) => createMustBeFinding('file', `readable: ${fault}`));
  const invoice = await receiveInvoice(context, company, { ...read, network });
  return { invoiceId: invoice.id };
}

async function takeDocument(input: Arrival, context: WorkContext): Promise<Finding[] | Record<string, unknown>> {
  const { network } = input;
  const company = await findCompany(context, input.companyId);
  if (company === undefined) return createMustBeFinding('companyId', 'the id of a company of this sandbox');
  const file = fileOf(input);
  const read = await readUpload(context, 'readDocument', file.bytes);
  if ('tooCostly' in read) return createMustBeFinding('file', `readable: ${read.tooCostly}`);
  const { type = 'UNKNOWN', ...facts } = read;
  if (network === 'BANK')
    return createMustBeFinding('network', 'INTERNAL, PEPPOL or SCAN; the bank network carries invoices only');
  if (!(await canReceiveDocuments(context, company.id, network, type))) {
    const profile = network === 'PEPPOL' ? ` for ${type}` : '';
    const through = network === 'SCAN' ? 'SCAN_DOCUMENTS' : network;
    return createMustBeFinding(
      'network',
      `one that the company receives documents through; it has no active registration of ${through}${profile}`,
    );
  }
  const recipient = { bid: company.bid, name: company.name, country: company.country, ...facts.recipient };
  const document = await receiveDocument(context, company, {
    document: { ...facts, type, recipient },
    files: [file],
    network,
  });
  return { documentId: document.id };
}

function invoiceFile(input: InvoiceArrival, { name, bid, country }: Company, context: WorkContext) {
  const { sample, amount, seller, file } = input;
  if (!sample) {
    if (file === undefined)
      return createMustBeFinding('file', 'the text of an invoice, or absent beside "sample": true');
    if (amount !== undefined) return createMustBeFinding('amount', 'absent but for a sample');
    if (seller !== undefined) return createMustBeFinding('seller', 'absent but for a sample');
    return fileOf({ ...input, file });
  }
  if (file !== undefined) return createMustBeFinding('file', 'absent for a sample');
  if (country !== 'FI' && country !== 'SE')
    return createMustBeFinding('sample', 'of a company of FI or SE; give a file for others');
  return createSampleInvoice({
    ...chooseSampleDates(context.clock.now()),
    number: `S-${Number.parseInt(context.ids.next('sample').slice(0, 7), 16)}`,
    seller: { ...sampleSeller, ...(seller === undefined ? {} : { name: seller }) },
    buyer: { name, bid, country },
    amount: amount ?? 125.5,
    item: 'Coffee beans',
  }).file;
}

function fileOf({ file, encoding, filename }: Arrival): SentFile {
  return { filename, mimetype: guessMediaType(filename), bytes: Buffer.from(file, encoding) };
}

interface Pending<Item> {
  /** The input member that contains its id. */
  readonly member: string;
  readonly id: string;
  readonly collection: CollectionDefinition<Item>;
  readonly status: string;
}

const pendingInvoice = (id: string): Pending<StoredInvoice> => ({
  member: 'invoiceId',
  id,
  collection: exchangeCollections.invoices,
  status: 'PENDING',
});
const pendingDocument = (id: string): Pending<StoredDocument> => ({
  member: 'documentId',
  id,
  collection: documentCollections.documents,
  status: 'PROCESSING',
});

async function withPending<Item extends { readonly status: string; readonly direction: string }>(
  context: WorkContext,
  { member, id: given, collection, status }: Pending<Item>,
  settle: (company: Company, item: Item) => Promise<Item>,
): Promise<Finding[] | Record<string, unknown>> {
  const id = given.toLowerCase();
  const owner = await context.scopes.shared.collection(exchangeCollections.exchanged).get(id);
  const company = owner === undefined ? undefined : await findCompany(context, owner.companyId);
  const item =
    company === undefined ? undefined : await getCompanyScope(context, company.id).collection(collection).get(id);
  if (company === undefined || item === undefined) return createMustBeFinding(member, 'known in this sandbox');
  if (item.direction !== 'SENT')
    return createMustBeFinding(member, 'of something sent; what was received is delivered already');
  if (item.status !== status) return createMustBeFinding(member, `of something ${status}; this is ${item.status}`);
  return { status: (await settle(company, item)).status };
}
