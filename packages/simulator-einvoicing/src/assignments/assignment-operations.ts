import { type ActionContext, createMustBeFinding, defineAction, type HandlerContext } from '@understudy/kernel';
import { findActingCompany, handleForCompany, handleWith } from '../access/acting-company.js';
import { nonEmptyText } from '../access/action-input.js';
import { normalizeBusinessId } from '../access/business-id.js';
import { getCompanyScope } from '../access/find-company.js';
import { einvoicingErrors } from '../errors.js';
import type { components } from '../generated/types.js';
import {
  createNewestFirstPage,
  createPage,
  isInWindow,
  type ListPage,
  readWindow,
  selectOrdered,
} from '../list-page.js';
import { soonDueDays } from '../policies.js';
import { formatRecordTime } from '../times.js';
import { addClosingEvent, computeAccount, createEventDraft, toDayNumber } from './account.js';
import { assignmentCollections, type StoredEvent } from './entities.js';
import {
  type AssignmentWithEvents,
  addEvents,
  findAssignmentWithEvents,
  listAssignmentsWithEvents,
  putEvent,
  recordEvents,
} from './stored-assignments.js';

export const assignmentActions = {
  providerEvent: defineAction({
    summary: 'The provider adds an event',
    input: {
      type: 'object',
      required: ['assignmentId', 'type'],
      properties: {
        assignmentId: nonEmptyText,
        type: {
          type: 'string',
          enum: ['comment', 'paid', 'credit_note', 'due_date_change', 'cancel', 'reminder', 'close'],
        },
        amount: { type: 'number' },
        due_date: { type: 'string', format: 'date' },
        message: { ...nonEmptyText, examples: ['The debtor asks for a copy'] },
      },
    },
    async run({ assignmentId, ...order }, context) {
      const found = await findActionAssignment(assignmentId, context);
      if (found === undefined) return createMustBeFinding('assignmentId', 'the id of an assignment');
      const draft = createEventDraft(order, 'PROVIDER');
      if ('faults' in draft) return createMustBeFinding('type', `complete: ${draft.faults.join(', ')}`);
      if (computeAccount(found).status === 'Closed')
        return createMustBeFinding('assignmentId', 'of an assignment that is not closed');
      const recorded = await recordEvents(context, found.companyId, found, addClosingEvent(found, draft));
      return { events: recorded.map(presentEvent) };
    },
  }),
};

/** Finds an assignment of the calling company, 404 for unknown ids and for those of other companies. */
async function findAssignment(context: HandlerContext, id: string) {
  const acting = await findActingCompany(context);
  if ('refused' in acting) return acting;
  const found = await findAssignmentWithEvents(acting.scope, id.toLowerCase());
  return found === undefined ? einvoicingErrors.notFound() : { ...found, acting };
}

export const handleForAssignment = handleWith((context, { assignment_id = '' }) =>
  findAssignment(context, assignment_id),
);

/** Returns an assignment with its events (einvoicing.assignments.get). */
export const getAssignment = handleForAssignment<'getAssignment'>(async (_input, _context, found) => ({
  status: 200,
  body: presentAssignment(found),
}));

/** Lists the events of an assignment in chronological order (einvoicing.assignments.events). */
export const listAssignmentEvents = handleForAssignment<'listAssignmentEvents'>(async (_input, _context, found) => ({
  status: 200,
  body: found.events.map(presentEvent),
}));

/** Lists the company's assignments with their events, newest first (einvoicing.assignments.list). */
export const listAssignments = handleForCompany<'listAssignments'>(async ({ query }, context, acting) => {
  const { created_at_start, created_at_end, closed_at_start, closed_at_end, debtor_name: name } = query;
  const created = readWindow(query, 'created_at');
  if ('refused' in created) return created;
  const closed = readWindow(query, 'closed_at');
  if ('refused' in closed) return closed;
  const wantsClosed = closed_at_start !== undefined || closed_at_end !== undefined;
  const states = query['status[]'];
  const customer = query.customer_bid === undefined ? undefined : normalizeBusinessId('FI', query.customer_bid);

  const isMeant = (entry: AssignmentWithEvents): boolean => {
    const { assignment } = entry;
    const { status, closedAt } = computeAccount(entry);
    if (name !== undefined && !lower(assignment.debtorName).includes(lower(name))) return false;
    if (!isInWindow(assignment.createdAt, created)) return false;
    // An open assignment has no closing date to compare.
    if (wantsClosed && (closedAt === undefined || !isInWindow(closedAt, closed))) return false;
    return states === undefined || states.includes(status);
  };
  const narrowed = [name, created_at_start, created_at_end, closed_at_start, closed_at_end, states, customer];
  if (narrowed.every((part) => part === undefined)) {
    const kept = selectOrdered(acting.scope.collection(assignmentCollections.assignments), 'order');
    const { body, headers } = await createNewestFirstPage(kept, query, context);
    return { status: 200, body: (await addEvents(acting.scope, body)).map(presentAssignment), headers };
  }
  const found = (await listAssignmentsWithEvents(acting.scope, customer)).filter(isMeant);
  const { body, headers } = createPage(found, query, context);
  return { status: 200, body: body.map(presentAssignment), headers };
});

function lower(text: string): string {
  return text.toLocaleLowerCase('fi');
}

/** Counts open, soon due and overdue assignments, based on the day of the clock (einvoicing.gap.overview-body). */
export const getAssignmentsOverview = handleForCompany<'getAssignmentsOverview'>(async (_input, context, acting) => {
  const today = toDayNumber(context.clock.now().toISOString());
  // The state of an assignment depends on its events and on the day, so it is not indexed, and every assignment is
  // read.
  const accounts = (await listAssignmentsWithEvents(acting.scope)).map(computeAccount);
  const daysLeft = accounts
    .filter(({ status }) => status !== 'Closed')
    .map(({ dueDate }) => toDayNumber(dueDate) - today);
  return {
    status: 200,
    body: {
      open: daysLeft.length,
      soon_due: daysLeft.filter((days) => days >= 0 && days <= soonDueDays).length,
      overdue: daysLeft.filter((days) => days < 0).length,
    },
  };
});

/**
 * Adds an event of the company. Closes an assignment that is fully paid or cancelled
 * (einvoicing.assignments.add-event).
 */
export const createAssignmentEvent = handleForAssignment<'createAssignmentEvent'>(async ({ body }, context, found) => {
  const draft = createEventDraft(body, 'COMPANY');
  if ('faults' in draft) return einvoicingErrors.badRequest(draft.faults);
  if (computeAccount(found).status === 'Closed') {
    return einvoicingErrors.conflict('assignment_closed', 'The assignment is closed', [
      'It does not accept new events',
    ]);
  }
  const [event] = await recordEvents(context, found.acting.company.id, found, addClosingEvent(found, draft));
  if (event === undefined) throw new Error('An event was recorded, and is not there');
  return { status: 201, body: presentEvent(event) };
});

/** Marks an event as seen, once (einvoicing.assignments.event-seen, einvoicing.gap.seen-answer). */
export const markAssignmentEventSeen = handleForAssignment<'markAssignmentEventSeen'>(
  async ({ path }, context, found) => {
    const event = found.events.find(({ id }) => id === path.event_id.toLowerCase());
    if (event === undefined) return einvoicingErrors.notFound();
    if (event.seenAt !== undefined) return { status: 200, body: presentEvent(event) };
    const seen = { ...event, seenAt: context.clock.now().toISOString() };
    await putEvent(found.acting.scope, seen);
    return { status: 200, body: presentEvent(seen) };
  },
);

/** Lists the events of all of the company's assignments, newest first (einvoicing.events.list). */
export const listEvents = handleForCompany<'listEvents'>(async ({ query }, context, acting) => {
  const { created_at_start, created_at_end, seen, assignment_id } = query;
  const created = readWindow(query, 'created_at');
  if ('refused' in created) return created;
  const types = query['type[]'];
  const assignment = assignment_id?.toLowerCase();
  const events = acting.scope.collection(assignmentCollections.events);
  const kept =
    assignment === undefined
      ? selectOrdered(events, 'order')
      : selectOrdered(events, 'assignment', [assignment], [assignment]);
  const present = ({ body, headers }: ListPage<StoredEvent>) => ({
    status: 200 as const,
    body: body.map(presentEvent),
    headers,
  });
  if ([created_at_start, created_at_end, seen, types].every((part) => part === undefined)) {
    return present(await createNewestFirstPage(kept, query, context));
  }
  const found = (await kept.range({ limit: Number.POSITIVE_INFINITY, reverse: true }))
    .map(({ value }) => value)
    .filter(({ createdAt }) => isInWindow(createdAt, created))
    .filter(({ seenAt }) => seen === undefined || seen === (seenAt !== undefined))
    .filter(({ type }) => types === undefined || types.includes(type));
  return present(createPage(found, query, context));
});

type Schemas = components['schemas'];

/** Returns an assignment as the API shows it, with its events (einvoicing.gap.assignment-record). */
function presentAssignment({ assignment, events }: AssignmentWithEvents): Schemas['Assignment'] {
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

export async function findActionAssignment(
  id: string,
  context: ActionContext,
): Promise<(AssignmentWithEvents & { readonly companyId: string }) | undefined> {
  const given = id.toLowerCase();
  const owner = await context.scopes.shared.collection(assignmentCollections.assigned).get(given);
  if (owner === undefined) return undefined;
  const found = await findAssignmentWithEvents(getCompanyScope(context, owner.companyId), given);
  return found === undefined ? undefined : { ...found, companyId: owner.companyId };
}
