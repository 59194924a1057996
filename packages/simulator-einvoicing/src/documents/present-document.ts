import type { components } from '../generated/types.js';
import { recordTime } from '../times.js';
import type { StoredDocument } from './entities.js';

type Schemas = components['schemas'];

/** The record of a document as the API shows it (einvoicing.gap.document-record). */
export function presentDocument(document: StoredDocument, baseUrl: string): Schemas['Document'] {
  const { id, type, status, number, reference, format, sender, recipient, network, direction } = document;
  const last = document.events.at(-1);
  return {
    id,
    type,
    ...(document.documentIdentifier === undefined ? {} : { document_identifier: document.documentIdentifier }),
    ...(document.processIdentifier === undefined ? {} : { process_identifier: document.processIdentifier }),
    status,
    ...(reference === undefined ? {} : { reference }),
    ...(number === undefined ? {} : { number }),
    sender,
    recipient,
    created_at: shown(document.createdAt),
    ...(document.deliveredAt === undefined ? {} : { delivered_at: shown(document.deliveredAt) }),
    ...(document.receivedAt === undefined ? {} : { received_at: shown(document.receivedAt) }),
    ...(last === undefined ? {} : { last_event: presentDocumentEvent(last) }),
    source_format: format,
    supported_formats: [format],
    ...(document.transmissionId === undefined ? {} : { transmission_id: document.transmissionId }),
    ...(document.transmissionAt === undefined ? {} : { transmission_at: document.transmissionAt }),
    ...(network === undefined ? {} : { network }),
    ...(direction === 'RECEIVED' ? { origin: originOf(network) } : {}),
    ...(document.externalId === undefined ? {} : { external_id: document.externalId }),
    files: document.files.map((file) => presentDocumentFile(document, file, baseUrl)),
  };
}

/** An event with the instant in the form of records. */
export function presentDocumentEvent(event: Schemas['DocumentEvent']): Schemas['DocumentEvent'] {
  return { ...event, created_at: shown(event.created_at) };
}

/** A file of a document, with its address. */
export function presentDocumentFile(
  { id, createdAt, format }: StoredDocument,
  file: StoredDocument['files'][number],
  baseUrl: string,
): Schemas['DocumentFile'] {
  return {
    id: file.id,
    filename: file.filename,
    ...(file.type === 'PRIMARY_FILE' ? { file_format: format } : {}),
    mimetype: file.mimetype,
    href: `${baseUrl}/v1/files/${file.id}`,
    created_at: shown(createdAt),
    type: file.type,
    document_file_links: [{ document_id: id, type: file.type }],
  };
}

function originOf(network: string | undefined): string {
  return network === 'INTERNAL' || network === 'SCAN' ? network : 'EXTERNAL';
}

function shown(instant: string): string {
  return recordTime(new Date(instant));
}
