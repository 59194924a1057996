import { createTimerHandler, type DataScope, defineTimer } from '@understudy/kernel';
import { getCompanyScope, takeNextNumber, type WorkContext } from '../access/find-company.js';
import type { Company } from '../entities.js';
import type { InvoiceFacts, InvoiceParty, StoredInvoice } from '../exchange/entities.js';
import { collectionPolicy } from '../policies.js';
import { findReceivablesService } from '../receivables/receivables.js';
import { findServiceLevel } from '../service-levels.js';
import { createStepEvent, findNextStep, toDate, toDayNumber } from './account.js';
import { assignmentCollections, type EventDraft, type StoredAssignment, type StoredEvent } from './entities.js';

export interface AssignmentWithEvents {
  readonly assignment: StoredAssignment;
  readonly events: readonly StoredEvent[];
}

/**
 * Lists all assignments of a company or of one customer, newest first.
 * @param customer normalized business id
 */
export async function listAssignmentsWithEvents(scope: DataScope, customer?: string): Promise<AssignmentWithEvents[]> {
  const assignments = scope.collection(assignmentCollections.assignments);
  const newestFirst = { reverse: true };
  const stored =
    customer === undefined
      ? await assignments.range('order', [], [], newestFirst)
      : await assignments.range('customer', [customer], [customer], newestFirst);
  return addEvents(
    scope,
    stored.map(({ value }) => value),
  );
}

export function addEvents(scope: DataScope, assignments: readonly StoredAssignment[]): Promise<AssignmentWithEvents[]> {
  return Promise.all(
    assignments.map(async (assignment) => ({ assignment, events: await eventsOf(scope, assignment.id) })),
  );
}

export async function findAssignmentWithEvents(scope: DataScope, id: string) {
  const assignment = await scope.collection(assignmentCollections.assignments).get(id);
  return assignment === undefined ? undefined : { assignment, events: await eventsOf(scope, id) };
}

async function eventsOf(scope: DataScope, assignmentId: string): Promise<StoredEvent[]> {
  const events = scope.collection(assignmentCollections.events);
  return (await events.range('assignment', [assignmentId], [assignmentId])).map(({ value }) => value);
}

export function putEvent(scope: DataScope, event: StoredEvent): Promise<void> {
  return scope.collection(assignmentCollections.events).put(event.id, event);
}

/** Opens the assignment of a delivered invoice, if it becomes one (einvoicing.gap.assignment-origin). */
export async function openAssignment(
  context: Pick<WorkContext, 'clock' | 'ids' | 'scopes' | 'timers'>,
  company: Company,
  invoice: StoredInvoice,
): Promise<StoredAssignment | undefined> {
  const { facts } = invoice;
  const principal = Math.round(facts.sum * 100);
  const customerBid = finnishBid(facts.recipient);
  if (facts.creditNote || principal <= 0 || !Number.isSafeInteger(principal) || customerBid === undefined)
    return undefined;
  if ((await findReceivablesService(context, company.id)).status !== 'ACTIVE') return undefined;
  const serviceLevel = await findServiceLevel(context, company.id, customerBid);
  if (serviceLevel === 'service_bypass') return undefined;

  const scope = getCompanyScope(context, company.id);
  // An invoice that is sent again by another route is still the same invoice.
  const ofInvoice = scope.collection(assignmentCollections.ofInvoice);
  if ((await ofInvoice.get(invoice.id)) !== undefined) return undefined;

  const id = context.ids.next('assignment');
  const assignment: StoredAssignment = {
    id,
    order: await takeNextNumber(scope, assignmentCollections.assignments),
    invoiceId: invoice.id,
    invoiceNumber: facts.number,
    customerBid,
    debtorName: facts.recipient.name ?? '',
    principal,
    currency: facts.currency,
    dueDate: dueDateOf(facts, context.clock.now()),
    serviceLevel,
    createdAt: context.clock.now().toISOString(),
  };
  await ofInvoice.put(invoice.id, { assignmentId: id });
  await context.scopes.shared.collection(assignmentCollections.assigned).put(id, { companyId: company.id });
  await recordEvents(context, company.id, { assignment, events: [] }, [
    { type: 'created', createdBy: 'PROVIDER', amount: principal },
  ]);
  return assignment;
}

/** Returns the due date of the invoice or, if it has no readable one, its date plus the default number of days. */
function dueDateOf({ dueDate, date }: InvoiceFacts, now: Date): string {
  const named = toDayNumber(dueDate ?? '');
  if (!Number.isNaN(named)) return toDate(named);
  const issued = toDayNumber(date);
  return toDate((Number.isNaN(issued) ? toDayNumber(now.toISOString()) : issued) + collectionPolicy.paymentDays);
}

/** Returns the business id of a Finnish customer or, if the file has none, the id in its address. */
function finnishBid({ bid, country, eia }: InvoiceParty): string | undefined {
  const digits = /^(?:0216|0037):(?:0037)?(\d{7})(\d)/.exec(eia ?? '');
  const isFinnish = country === undefined ? digits !== null : country === 'FI';
  if (!isFinnish) return undefined;
  return bid || (digits === null ? undefined : `${digits[1]}-${digits[2]}`);
}

const stepTimer = defineTimer<{ readonly companyId: string; readonly assignmentId: string }>('assignment-step');

/** Records events of an assignment now, and schedules the next step. @returns the recorded events */
export async function recordEvents(
  context: Pick<WorkContext, 'clock' | 'ids' | 'scopes' | 'timers'>,
  companyId: string,
  { assignment, events }: AssignmentWithEvents,
  drafts: readonly EventDraft[],
): Promise<StoredEvent[]> {
  const scope = getCompanyScope(context, companyId);
  const now = context.clock.now().toISOString();
  const recorded: StoredEvent[] = [];
  for (const draft of drafts) {
    const event: StoredEvent = {
      ...draft,
      id: context.ids.next('assignment-event'),
      assignmentId: assignment.id,
      order: await takeNextNumber(scope, assignmentCollections.events),
      createdAt: now,
    };
    await putEvent(scope, event);
    recorded.push(event);
  }

  const { timerId, ...rest } = assignment;
  if (timerId !== undefined) await context.timers.cancel(timerId);
  const next = findNextStep({ assignment, events: [...events, ...recorded] });
  const payload = { companyId, assignmentId: assignment.id };
  const timer =
    next === undefined ? undefined : await context.timers.schedule({ at: next.at, timer: stepTimer, payload });
  const stored: StoredAssignment = timer === undefined ? rest : { ...rest, timerId: timer };
  await scope.collection(assignmentCollections.assignments).put(assignment.id, stored);
  return recorded;
}

/** Takes the next step of an assignment. */
export const runDueStep = createTimerHandler(stepTimer, async ({ companyId, assignmentId }, context) => {
  const history = await findAssignmentWithEvents(getCompanyScope(context, companyId), assignmentId);
  const next = history === undefined ? undefined : findNextStep(history);
  const now = context.clock.now();
  // The assignment was closed or postponed in between.
  if (history === undefined || next === undefined || next.at > now) return;
  await recordEvents(context, companyId, history, [createStepEvent(history, next.step, now)]);
});
