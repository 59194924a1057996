import type { HandlerContext } from '@understudy/kernel';
import type { Handler } from '../access/acting-company.js';
import { findVerifiedCompany, handleForVerified, handleWith } from '../access/acting-company.js';
import { einvoicingErrors } from '../errors.js';
import { exchangeCollections, type InvoiceParty } from '../exchange/entities.js';
import { decodeContent } from '../exchange/files.js';
import type { components } from '../generated/types.js';
import { pickFields } from '../list-page.js';
import { formatRecordTime } from '../times.js';
import { documentCollections, type StoredDocument, type StoredEvent } from './entities.js';

/** Finds a document of the calling company, 404 for unknown and foreign ids alike. */
async function findDocument(context: HandlerContext, id: string) {
  const acting = await findVerifiedCompany(context);
  if ('refused' in acting) return acting;
  const document = await acting.scope.collection(documentCollections.documents).get(id.toLowerCase());
  return document === undefined ? einvoicingErrors.notFound() : { acting, document };
}

const handleForDocument = handleWith((context, { id = '' }) => findDocument(context, id));

export const getDocument = handleForDocument<'getDocument'>(async ({ query }, context, { document }) => ({
  status: 200,
  body: pickFields(presentDocument(document, context.baseUrl), query['fields[]']),
}));

/** Lists the events of a document, oldest first. */
export const listDocumentEvents = handleForDocument<'listDocumentEvents'>(async (_input, _context, { document }) => ({
  status: 200,
  body: document.events.map(presentDocumentEvent),
}));

export const listFiles: Handler<'listFiles'> = async ({ query }, context) => {
  const found = await findDocument(context, query.document_id);
  if ('refused' in found) return found;
  const { document } = found;
  return { status: 200, body: document.files.map((file) => presentDocumentFile(document, file, context.baseUrl)) };
};

export const getFile = handleForVerified<'getFile'>(async ({ path }, _context, acting) => {
  const file = await acting.scope.collection(exchangeCollections.files).get(path.id.toLowerCase());
  // Files of invoices are served at a different address.
  if (file?.documentId === undefined) return einvoicingErrors.notFound();
  return { status: 200, body: decodeContent(file), headers: { 'content-type': file.mimetype } };
});

/** Confirms a delivery, which is possible only for a delivered document (einvoicing.gap.document-record). */
export const updateDocument = handleForDocument<'updateDocument'>(async ({ body }, context, { acting, document }) => {
  if (document.status !== 'DELIVERED') {
    return einvoicingErrors.conflict('document_in_invalid_state', 'Only a delivered document can be confirmed', [
      `The document is ${document.status}`,
    ]);
  }
  const now = context.clock.now().toISOString();
  const confirmed: StoredDocument = {
    ...document,
    status: body.status,
    events: [...document.events, { code: body.status, message: 'Delivery confirmed', created_at: now }],
  };
  await acting.scope.collection(documentCollections.documents).put(document.id, confirmed);
  return { status: 204 };
});

type Schemas = components['schemas'];

/** Returns the record of a document in the API. Missing values are null (einvoicing.gap.document-record). */
export function presentDocument(document: StoredDocument, baseUrl: string): Schemas['Document'] {
  const { id, type, status, number, reference, format, sender, recipient, network, direction } = document;
  const last = document.events.at(-1);
  return {
    id,
    type,
    document_identifier: document.documentIdentifier ?? null,
    process_identifier: document.processIdentifier ?? null,
    status,
    reference: reference ?? null,
    number: number ?? null,
    sender: presentParty(sender),
    recipient: { ...presentParty(recipient), operator: recipient.operator ?? null },
    created_at: shown(document.createdAt),
    delivered_at: document.deliveredAt === undefined ? null : shown(document.deliveredAt),
    received_at: document.receivedAt === undefined ? null : shown(document.receivedAt),
    ...(last === undefined ? {} : { last_event: presentDocumentEvent(last) }),
    source_format: format,
    supported_formats: [format],
    transmission_id: document.transmissionId ?? null,
    transmission_at: document.transmissionAt ?? null,
    network: network ?? null,
    origin: direction === 'RECEIVED' ? originOf(network) : null,
    external_id: document.externalId ?? null,
    files: document.files.map((file) => presentDocumentFile(document, file, baseUrl)),
  };
}

function presentDocumentEvent({ code, message, created_at }: StoredEvent): Schemas['DocumentEvent'] {
  return { code, message, details: null, created_at: shown(created_at) };
}

function presentDocumentFile(
  { id, createdAt, format }: StoredDocument,
  file: StoredDocument['files'][number],
  baseUrl: string,
): Schemas['DocumentFile'] {
  return {
    id: file.id,
    filename: file.filename,
    file_format: file.type === 'PRIMARY_FILE' ? format : null,
    mimetype: file.mimetype,
    href: `${baseUrl}/v1/files/${file.id}`,
    created_at: shown(createdAt),
    type: file.type,
    format_version: null,
    document_file_links: [{ document_id: id, type: file.type }],
  };
}

function presentParty({ eia, bid, name, country }: InvoiceParty): Schemas['DocumentParty'] {
  return { eia: eia ?? null, bid: bid ?? null, name: name ?? null, country: country ?? null, vat: null };
}

function originOf(network: string | undefined): string {
  return network === 'INTERNAL' || network === 'SCAN' ? network : 'EXTERNAL';
}

function shown(instant: string): string {
  return formatRecordTime(new Date(instant));
}
