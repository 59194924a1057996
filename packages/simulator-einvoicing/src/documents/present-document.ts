import type { InvoiceParty } from '../exchange/entities.js';
import type { components } from '../generated/types.js';
import { formatRecordTime } from '../times.js';
import type { StoredDocument, StoredEvent } from './entities.js';

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

/** Returns an event with the instant in the form of records. */
export function presentDocumentEvent({ code, message, created_at }: StoredEvent): Schemas['DocumentEvent'] {
  return { code, message, details: null, created_at: shown(created_at) };
}

export function presentDocumentFile(
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
