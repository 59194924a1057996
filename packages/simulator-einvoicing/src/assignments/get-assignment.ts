import type { Handler } from '@understudy/kernel';
import type { operations } from '../generated/types.js';
import { findAssignment } from './find-assignment.js';
import { presentAssignment, presentEvent } from './present-assignment.js';

/** One assignment and its events (einvoicing.assignments.get). */
export const getAssignment: Handler<operations['getAssignment']> = async ({ path }, context) => {
  const found = await findAssignment(context, path.assignment_id);
  return 'refused' in found ? found : { status: 200, body: presentAssignment(found) };
};

/** The events of one assignment in the order of time (einvoicing.assignments.events). */
export const listAssignmentEvents: Handler<operations['listAssignmentEvents']> = async ({ path }, context) => {
  const found = await findAssignment(context, path.assignment_id);
  return 'refused' in found ? found : { status: 200, body: found.events.map(presentEvent) };
};
