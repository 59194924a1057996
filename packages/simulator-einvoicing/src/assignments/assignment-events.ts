import type { OperationHandler } from '@understudy/kernel';
import { handleForCompany } from '../access/handle-for-company.js';
import { einvoicingErrors } from '../errors.js';
import type { operations } from '../generated/types.js';
import { createNewestFirstPage, createPage, type ListPage } from '../paging/create-page.js';
import { isInWindow, readWindow } from '../paging/read-window.js';
import { selectOrdered } from '../paging/select-ordered.js';
import { addClosingEvent } from './add-closing-event.js';
import { computeAccount } from './compute-account.js';
import { createEventDraft } from './create-event-draft.js';
import { assignmentCollections, type StoredEvent } from './entities.js';
import { findAssignment } from './get-assignment.js';
import { presentEvent } from './present-assignment.js';
import { recordEvents } from './record-events.js';
import { putEvent } from './stored-assignments.js';

/**
 * Adds an event of the company. Closes an assignment that is fully paid or cancelled
 * (einvoicing.assignments.add-event).
 */
export const createAssignmentEvent: OperationHandler<operations['createAssignmentEvent']> = async (
  { path, body },
  context,
) => {
  const found = await findAssignment(context, path.assignment_id);
  if ('refused' in found) return found;
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
};

/** Marks an event as seen, once (einvoicing.assignments.event-seen, einvoicing.gap.seen-answer). */
export const markAssignmentEventSeen: OperationHandler<operations['markAssignmentEventSeen']> = async (
  { path },
  context,
) => {
  const found = await findAssignment(context, path.assignment_id);
  if ('refused' in found) return found;
  const event = found.events.find(({ id }) => id === path.event_id.toLowerCase());
  if (event === undefined) return einvoicingErrors.notFound();
  if (event.seenAt !== undefined) return { status: 200, body: presentEvent(event) };
  const seen = { ...event, seenAt: context.clock.now().toISOString() };
  await putEvent(found.acting.scope, seen);
  return { status: 200, body: presentEvent(seen) };
};

/** Lists the events of all of the company's assignments, newest first (einvoicing.events.list). */
export const listEvents = handleForCompany<operations['listEvents']>(async ({ query }, context, acting) => {
  const { created_at_start, created_at_end, seen, assignment_id } = query;
  const created = readWindow(created_at_start, created_at_end, ['created_at_start', 'created_at_end']);
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
