import type { Handler } from '@understudy/kernel';
import { refusals } from '../errors.js';
import type { operations } from '../generated/types.js';
import { accountOf } from './account-of.js';
import { draftOf } from './draft-of.js';
import { findAssignment } from './get-assignment.js';
import { presentEvent } from './present-assignment.js';
import { recordEvents } from './record-events.js';
import { putEvent } from './stored-assignments.js';
import { withClosing } from './with-closing.js';

/** Adds an event of the company. A fully paid or cancelled assignment closes (einvoicing.assignments.add-event). */
export const createAssignmentEvent: Handler<operations['createAssignmentEvent']> = async ({ path, body }, context) => {
  const found = await findAssignment(context, path.assignment_id);
  if ('refused' in found) return found;
  const draft = draftOf(body, 'COMPANY');
  if ('faults' in draft) return refusals.badRequest(draft.faults);
  if (accountOf(found).status === 'Closed') {
    return refusals.conflict('assignment_closed', 'The assignment is closed', ['Nothing can be added to it any more']);
  }
  const [event] = await recordEvents(context, found.acting.company.id, found, withClosing(found, draft));
  if (event === undefined) throw new Error('An event was recorded, and is not there');
  return { status: 201, body: presentEvent(event) };
};

/**
 * Marks an event as seen. A repetition preserves the first `seen_at` (einvoicing.assignments.event-seen,
 * einvoicing.gap.seen-answer).
 */
export const markAssignmentEventSeen: Handler<operations['markAssignmentEventSeen']> = async ({ path }, context) => {
  const found = await findAssignment(context, path.assignment_id);
  if ('refused' in found) return found;
  const event = found.events.find(({ id }) => id === path.event_id.toLowerCase());
  if (event === undefined) return refusals.notFound();
  if (event.seenAt !== undefined) return { status: 200, body: presentEvent(event) };
  const seen = { ...event, seenAt: context.clock.now().toISOString() };
  await putEvent(found.acting.scope, seen);
  return { status: 200, body: presentEvent(seen) };
};
