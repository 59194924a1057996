import type { Handler } from '@understudy/kernel';
import { refusals } from '../errors.js';
import type { operations } from '../generated/types.js';
import { accountOf } from './account-of.js';
import { draftOf } from './draft-of.js';
import { findAssignment } from './find-assignment.js';
import { presentEvent } from './present-assignment.js';
import { recordEvents } from './record-events.js';
import { withClosing } from './with-closing.js';

/** Adds an event in the company's name; nothing left to pay, or a cancellation, closes (einvoicing.assignments.add-event). */
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
