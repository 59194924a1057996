import type { Finding } from '@understudy/contract';
import type { Action, CollectionDefinition } from '@understudy/kernel';
import { must, textOf } from '../access/action-input.js';
import { companyScope } from '../access/company-scope.js';
import { findCompany } from '../access/find-company.js';
import { deliverDocument, failDocument, receiveDocument } from '../documents/deliver-document.js';
import { documentCollections, type StoredDocument } from '../documents/entities.js';
import type { Company } from '../entities.js';
import { exchangeCollections, type StoredInvoice } from '../exchange/entities.js';
import { mediaTypeOf, type SentFile } from '../exchange/read-parts.js';
import { readUpload } from '../exchange/read-upload.js';
import { deliverInvoice } from '../invoices/deliver-invoice.js';
import { failDelivery } from '../invoices/fail-delivery.js';
import { receiveInvoice } from '../invoices/receive-invoice.js';
import { receivesDocuments, receivesThrough } from '../profiles/receives-through.js';
import type { WorkContext } from '../work-context.js';

type Input = Record<string, unknown>;
const networks = ['INTERNAL', 'PEPPOL', 'BANK', 'SCAN'] as const;

/** What only the world outside can do to invoices and documents. */
export const exchangeActions: Readonly<Record<string, Action>> = {
  deliverInvoice: {
    summary: 'Deliver a sent invoice now: {invoiceId}',
    members: ['invoiceId'],
    run: (input, context) =>
      withPending(
        input,
        context,
        'invoiceId',
        exchangeCollections.invoices,
        'PENDING',
        (company, invoice: StoredInvoice) => deliverInvoice(context, company, invoice),
      ),
  },
  failInvoice: {
    summary: 'Let the delivery of a sent invoice fail: {invoiceId, message?}',
    members: ['invoiceId', 'message'],
    run: (input, context) =>
      withPending(
        input,
        context,
        'invoiceId',
        exchangeCollections.invoices,
        'PENDING',
        (company, invoice: StoredInvoice) =>
          failDelivery(context, company, invoice, textOf(input['message']) ?? 'The recipient refused the invoice'),
      ),
  },
  receiveInvoice: {
    summary:
      'Let an invoice arrive for a company that is registered for the network: {companyId, network?, file: text of the XML, or base64 with encoding: "base64", filename?}',
    members: ['companyId', 'network', 'file', 'encoding', 'filename'],
    run: receive,
  },
  deliverDocument: {
    summary: 'Deliver a sent document now: {documentId}',
    members: ['documentId'],
    run: (input, context) =>
      withPending(
        input,
        context,
        'documentId',
        documentCollections.documents,
        'PROCESSING',
        (company, document: StoredDocument) => deliverDocument(context, company, document),
      ),
  },
  failDocument: {
    summary: 'Let the delivery of a sent document fail: {documentId, message?}',
    members: ['documentId', 'message'],
    run: (input, context) =>
      withPending(
        input,
        context,
        'documentId',
        documentCollections.documents,
        'PROCESSING',
        (company, document: StoredDocument) =>
          failDocument(context, company, document, textOf(input['message']) ?? 'The recipient refused the document'),
      ),
  },
  receiveDocument: {
    summary:
      'Let a document arrive for a company that is registered for it: {companyId, network?: INTERNAL, PEPPOL or SCAN, file, encoding?, filename?}',
    members: ['companyId', 'network', 'file', 'encoding', 'filename'],
    run: takeDocument,
  },
};

async function receive(input: Input, context: WorkContext): Promise<Finding[] | Record<string, unknown>> {
  const arrival = await arrivalOf(input, context);
  if (Array.isArray(arrival)) return arrival;
  const { company, file, network } = arrival;
  // einvoicing.received.event: nothing arrives for a company that is not registered.
  if (!(await receivesThrough(context, company.id, network))) {
    return must(
      'network',
      `one that the company receives invoices through; it has no active registration of ${network}`,
    );
  }
  const read = await readUpload(context, 'readInvoiceFile', file);
  if ('tooCostly' in read) return must('file', `readable: ${read.tooCostly}`);
  if ('faults' in read) return read.faults.flatMap((fault) => must('file', `readable: ${fault}`));
  const invoice = await receiveInvoice(context, company, { ...read, network });
  return { invoiceId: invoice.id };
}

async function takeDocument(input: Input, context: WorkContext): Promise<Finding[] | Record<string, unknown>> {
  const arrival = await arrivalOf(input, context);
  if (Array.isArray(arrival)) return arrival;
  const { company, file, network } = arrival;
  const read = await readUpload(context, 'readDocument', file.bytes);
  if ('tooCostly' in read) return must('file', `readable: ${read.tooCostly}`);
  const { type = 'UNKNOWN', ...facts } = read;
  if (network === 'BANK') return must('network', 'INTERNAL, PEPPOL or SCAN; the bank network carries invoices only');
  if (!(await receivesDocuments(context, company.id, network, type))) {
    const profile = network === 'PEPPOL' ? ` for ${type}` : '';
    const through = network === 'SCAN' ? 'SCAN_DOCUMENTS' : network;
    return must(
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

async function arrivalOf(
  input: Input,
  context: WorkContext,
): Promise<Finding[] | { company: Company; file: SentFile; network: (typeof networks)[number] }> {
  const company = await findCompany(context, textOf(input['companyId']) ?? '');
  if (company === undefined) return must('companyId', 'the id of a company of this sandbox');
  const text = textOf(input['file']);
  if (text === undefined) return must('file', 'the text of the file, or its base64 with "encoding": "base64"');
  const { network = 'PEPPOL', encoding = 'utf8' } = input;
  if (encoding !== 'utf8' && encoding !== 'base64') return must('encoding', 'utf8 or base64');
  const known = networks.find((name) => name === network);
  if (known === undefined) return must('network', `one of ${networks.join(', ')}`);
  const filename = textOf(input['filename']) ?? 'invoice.xml';
  return {
    company,
    network: known,
    file: { filename, mimetype: mediaTypeOf(filename), bytes: Buffer.from(text, encoding) },
  };
}

async function withPending<Item extends { readonly id: string; readonly status: string; readonly direction: string }>(
  input: Input,
  context: WorkContext,
  member: string,
  collection: CollectionDefinition<Item>,
  pending: string,
  settle: (company: Company, item: Item) => Promise<Item>,
): Promise<Finding[] | Record<string, unknown>> {
  const id = (textOf(input[member]) ?? '').toLowerCase();
  const owner = await context.scopes.shared.collection(exchangeCollections.exchanged).get(id);
  const company = owner === undefined ? undefined : await findCompany(context, owner.companyId);
  const item =
    company === undefined ? undefined : await companyScope(context, company.id).collection(collection).get(id);
  if (company === undefined || item === undefined) return must(member, 'known in this sandbox');
  if (item.direction !== 'SENT') return must(member, 'of something sent; what was received is delivered already');
  if (item.status !== pending) return must(member, `of something ${pending}; this is ${item.status}`);
  return { status: (await settle(company, item)).status };
}
