import { omitUndefined } from '@understudy/contract';
import { createTimerHandler, defineTimer } from '@understudy/kernel';
import {
  findCompany,
  findCompanyByEndpoint,
  getCompanyScope,
  takeNextNumber,
  type WorkContext,
} from '../access/find-company.js';
import type { Company } from '../entities.js';
import { exchangeCollections } from '../exchange/entities.js';
import { loadFiles, type SentFile, storeFiles } from '../exchange/files.js';
import { notifySubscribers } from '../notifications/notify-subscribers.js';
import { deliverySeconds } from '../policies.js';
import { canReceiveDocuments } from '../profiles/registrations.js';
import { documentCollections, type StoredDocument } from './entities.js';

const documentDeliveryTimer = defineTimer<{ readonly companyId: string; readonly documentId: string }>(
  'deliverDocument',
);

/** Sends a document. @returns the stored document */
export async function startDocument(
  context: WorkContext,
  company: Company,
  document: StoredDocument,
  network: 'INTERNAL' | 'PEPPOL',
): Promise<StoredDocument> {
  const at = new Date(context.clock.now().getTime() + deliverySeconds[network] * 1000);
  const payload = { companyId: company.id, documentId: document.id };
  const sent = { ...document, timerId: await context.timers.schedule({ at, timer: documentDeliveryTimer, payload }) };
  await documentsOf(context, company.id).put(document.id, sent);
  return sent;
}

/** Delivers a sent document when its timer is due. Ignores documents that an action has settled. */
export const deliverDueDocument = createTimerHandler(
  documentDeliveryTimer,
  async ({ companyId, documentId }, context) => {
    const company = await findCompany(context, companyId);
    const document = await documentsOf(context, companyId).get(documentId);
    if (company === undefined || document?.status !== 'PROCESSING') return;
    await deliverDocument(context, company, document);
  },
);

export async function deliverDocument(context: WorkContext, company: Company, document: StoredDocument) {
  if (document.network === 'INTERNAL') {
    const recipient =
      document.recipient.eia === undefined ? undefined : await findCompanyByEndpoint(context, document.recipient.eia);
    if (recipient === undefined || !(await canReceiveDocuments(context, recipient.id, 'INTERNAL', document.type))) {
      return failDocument(context, company, document, 'The recipient does not receive documents any more');
    }
    const files = await loadFiles(getCompanyScope(context, company.id), document.files);
    await receiveDocument(context, recipient, { document, files, network: 'INTERNAL' });
  }
  const now = context.clock.now().toISOString();
  return settle(context, company, {
    ...document,
    status: 'DELIVERED',
    deliveredAt: now,
    events: [...document.events, { code: 'DELIVERED', message: 'Delivered', created_at: now }],
  });
}

export function failDocument(context: WorkContext, company: Company, document: StoredDocument, message: string) {
  const now = context.clock.now().toISOString();
  const failed: StoredDocument = {
    ...document,
    status: 'FAILED',
    events: [...document.events, { code: 'FAILED', message, created_at: now }],
  };
  return settle(context, company, failed, message);
}

/** Stores a document that arrives for a company, and notifies its subscribers (einvoicing.gap.document-events). */
export async function receiveDocument(
  context: WorkContext,
  company: Company,
  arrival: {
    readonly document: Pick<
      StoredDocument,
      'type' | 'number' | 'reference' | 'format' | 'sender' | 'recipient' | 'documentIdentifier' | 'processIdentifier'
    >;
    readonly files: readonly SentFile[];
    readonly network: string;
  },
): Promise<StoredDocument> {
  const scope = getCompanyScope(context, company.id);
  const { type, number, reference, format, sender, recipient, documentIdentifier, processIdentifier } =
    arrival.document;
  const id = context.ids.next('document');
  const now = context.clock.now().toISOString();
  const stored = await storeFiles(scope, context.ids, { documentId: id }, arrival.files);
  const document: StoredDocument = {
    id,
    order: await takeNextNumber(scope, exchangeCollections.exchanged),
    direction: 'RECEIVED',
    type,
    status: 'DELIVERED',
    ...omitUndefined({ number, reference, documentIdentifier, processIdentifier }),
    format,
    sender,
    recipient,
    network: arrival.network,
    createdAt: now,
    receivedAt: now,
    deliveredAt: now,
    events: [{ code: 'RECEIVED', message: `Received by ${arrival.network}`, created_at: now }],
    files: stored,
  };
  await scope.collection(documentCollections.documents).put(id, document);
  await context.scopes.shared.collection(exchangeCollections.exchanged).put(id, { companyId: company.id });
  await notifySubscribers(context, company, {
    type: `DOCUMENTS.${type}.RECEIVED`,
    data: {
      document_id: id,
      document_number: number ?? '',
      origin: arrival.network,
      sender_name: sender.name ?? '',
      sender_bid: sender.bid ?? '',
    },
  });
  return document;
}

async function settle(context: WorkContext, company: Company, settled: StoredDocument, error?: string) {
  const { timerId, ...document } = settled;
  if (timerId !== undefined) await context.timers.cancel(timerId);
  await documentsOf(context, company.id).put(document.id, document);
  await notifySubscribers(context, company, {
    type: `DOCUMENTS.${document.type}.${error === undefined ? 'DELIVERED' : 'FAILED'}`,
    data: {
      document_id: document.id,
      document_number: document.number ?? '',
      destination: document.network ?? '',
      recipient_name: document.recipient.name ?? '',
      recipient_bid: document.recipient.bid ?? '',
      ...(error === undefined ? {} : { error_message: error }),
    },
  });
  return document;
}

function documentsOf(context: WorkContext, companyId: string) {
  return getCompanyScope(context, companyId).collection(documentCollections.documents);
}
