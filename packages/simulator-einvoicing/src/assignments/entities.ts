import { defineCollection } from '@understudy/kernel';
import { normalizeBusinessId } from '../access/business-id.js';
import type { components } from '../generated/types.js';
import type { CollectionStep } from '../policies.js';

type Schemas = components['schemas'];

/** The initial state of an assignment; events record its changes. Amounts are in cents, and instants in ISO 8601. */
export interface StoredAssignment {
  readonly id: string;
  /** Sequence number among the company's assignments, used to order them. */
  readonly order: number;
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  readonly customerBid: string;
  readonly debtorName: string;
  /** The sum of the invoice. */
  readonly principal: number;
  readonly currency: string;
  readonly dueDate: string;
  readonly serviceLevel: Schemas['Level'];
  readonly createdAt: string;
  /** The timer of the next step. */
  readonly timerId?: string;
}

export interface EventDraft {
  readonly type: Schemas['AssignmentEventType'];
  readonly createdBy: Schemas['AssignmentEvent']['created_by'];
  /** Cents. For a reminder, its fee and interest together. */
  readonly amount?: number;
  /** The interest in the amount of a reminder. */
  readonly interest?: number;
  readonly dueDate?: string;
  readonly message?: string;
  readonly step?: CollectionStep['name'];
}

/**
 * An event, which is immutable except for its seen state. Collection `assignmentEvents` of the company, key: its id.
 */
export interface StoredEvent extends EventDraft {
  readonly id: string;
  readonly assignmentId: string;
  /** Sequence number among the company's events. */
  readonly order: number;
  readonly createdAt: string;
  readonly seenAt?: string;
}

export interface AssignmentHistory {
  readonly assignment: Pick<StoredAssignment, 'principal' | 'currency' | 'dueDate' | 'serviceLevel' | 'createdAt'>;
  readonly events: ReadonlyArray<EventDraft & { readonly createdAt: string }>;
}

export const assignmentCollections = {
  assignments: defineCollection<StoredAssignment>('assignments').indexedBy({
    order: ({ order }) => [order],
    customer: ({ customerBid, order }) => [normalizeBusinessId('FI', customerBid), order],
  }),
  events: defineCollection<StoredEvent>('assignmentEvents').indexedBy({
    order: ({ order }) => [order],
    assignment: ({ assignmentId, order }) => [assignmentId, order],
  }),
  ofInvoice: defineCollection<{ readonly assignmentId: string }>('assignmentOfInvoice'),
  assigned: defineCollection<{ readonly companyId: string }>('assigned'),
};
