import type { components } from '../generated/types.js';
import { formatRecordTime } from '../times.js';
import { computeAccount } from './compute-account.js';
import type { StoredEvent } from './entities.js';
import type { AssignmentWithEvents } from './stored-assignments.js';

type Schemas = components['schemas'];

/** Returns an assignment as the API shows it, with its events (einvoicing.gap.assignment-record). */
export function presentAssignment({ assignment, events }: AssignmentWithEvents): Schemas['Assignment'] {
  const { status, dueDate, open, closedAt } = computeAccount({ assignment, events });
  return {
    id: assignment.id,
    invoice_id: assignment.invoiceId,
    reference_ids: [assignment.invoiceId],
    invoice_number: assignment.invoiceNumber,
    customer_bid: assignment.customerBid,
    debtor_name: assignment.debtorName,
    status,
    amount: inUnits(assignment.principal),
    open_amount: inUnits(open),
    currency: assignment.currency,
    due_date: dueDate,
    service_level: assignment.serviceLevel,
    created_at: formatRecordTime(new Date(assignment.createdAt)),
    closed_at: closedAt === undefined ? null : formatRecordTime(new Date(closedAt)),
    events: events.map(presentEvent),
  };
}

/** Returns an event as the API shows it (einvoicing.gap.assignment-events). */
export function presentEvent(event: StoredEvent): Schemas['AssignmentEvent'] {
  const { id, assignmentId, type, amount, dueDate, message, createdBy, createdAt, seenAt } = event;
  return {
    id,
    assignment_id: assignmentId,
    type,
    ...(amount === undefined ? {} : { amount: inUnits(amount) }),
    ...(dueDate === undefined ? {} : { due_date: dueDate }),
    ...(message === undefined ? {} : { message }),
    created_by: createdBy,
    created_at: formatRecordTime(new Date(createdAt)),
    seen: seenAt !== undefined,
    ...(seenAt === undefined ? {} : { seen_at: formatRecordTime(new Date(seenAt)) }),
  };
}

/** Cents as a number with two decimals. The nearest double prints exactly like that. */
function inUnits(cents: number): number {
  return cents / 100;
}
