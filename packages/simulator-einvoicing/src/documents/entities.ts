import { defineCollection } from '@understudy/kernel';
import type { InvoiceParty } from '../exchange/entities.js';
import type { components } from '../generated/types.js';

type Schemas = components['schemas'];

/** A trading document of one company. Collection `documents` of the company, key: its id. Instants are ISO 8601. */
export interface StoredDocument {
  readonly id: string;
  /** Sequence number, shared with the company's invoices and used for ordering. */
  readonly order: number;
  readonly direction: 'SENT' | 'RECEIVED';
  readonly type: Schemas['DocumentType'];
  readonly status: NonNullable<Schemas['Document']['status']>;
  readonly number?: string;
  readonly reference?: string;
  readonly documentIdentifier?: string;
  readonly processIdentifier?: string;
  readonly format: string;
  readonly sender: InvoiceParty;
  readonly recipient: InvoiceParty & { readonly operator?: string };
  readonly transmissionId?: string;
  readonly transmissionAt?: string;
  readonly externalId?: string;
  readonly network?: string;
  readonly createdAt: string;
  readonly receivedAt?: string;
  readonly deliveredAt?: string;
  readonly events: readonly StoredEvent[];
  readonly files: readonly DocumentFile[];
  readonly timerId?: string;
}

/** Something that happened to a document. `created_at`: ISO 8601. */
export interface StoredEvent {
  readonly code: string;
  readonly message: string;
  readonly created_at: string;
}

export interface DocumentFile {
  readonly id: string;
  readonly filename: string;
  readonly mimetype: string;
  readonly type: 'PRIMARY_FILE' | 'ATTACHMENT' | 'OTHER';
}

export const documentCollections = {
  documents: defineCollection<StoredDocument>('documents').indexedBy({
    created: ({ createdAt, order }) => [Date.parse(createdAt), order],
    direction: ({ direction, createdAt, order }) => [direction, Date.parse(createdAt), order],
    number: ({ number }) => (number === undefined ? undefined : [number]),
    reference: ({ reference }) => (reference === undefined ? undefined : [reference]),
  }),
  transmissions: defineCollection<{ readonly companyId: string }>('transmissions'),
};
