import type { Handler } from '@understudy/kernel';
import { refusals } from '../errors.js';
import type { operations } from '../generated/types.js';
import { findAssignment } from './find-assignment.js';
import { presentEvent } from './present-assignment.js';
import { putEvent } from './stored-assignments.js';

/** Marks one event seen; a repeat keeps the first `seen_at` (einvoicing.assignments.event-seen, einvoicing.gap.seen-answer). */
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
