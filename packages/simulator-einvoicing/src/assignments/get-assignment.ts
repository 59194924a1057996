import type { ErrorResult, HandlerContext, OperationHandler } from '@understudy/kernel';
import { type ActingCompany, findActingCompany } from '../access/find-acting-company.js';
import { einvoicingErrors } from '../errors.js';
import type { operations } from '../generated/types.js';
import { presentAssignment, presentEvent } from './present-assignment.js';
import { type AssignmentWithEvents, findAssignmentWithEvents } from './stored-assignments.js';

/** Finds an assignment of the company that asks. @returns 404 for unknown and foreign ids alike */
export async function findAssignment(
  context: Pick<HandlerContext, 'caller' | 'scopes'>,
  id: string,
): Promise<(AssignmentWithEvents & { readonly acting: ActingCompany }) | ErrorResult> {
  const acting = await findActingCompany(context);
  if ('refused' in acting) return acting;
  const found = await findAssignmentWithEvents(acting.scope, id.toLowerCase());
  return found === undefined ? einvoicingErrors.notFound() : { ...found, acting };
}

/** One assignment and its events (einvoicing.assignments.get). */
export const getAssignment: OperationHandler<operations['getAssignment']> = async ({ path }, context) => {
  const found = await findAssignment(context, path.assignment_id);
  return 'refused' in found ? found : { status: 200, body: presentAssignment(found) };
};

/** Lists the events of one assignment in the order of time (einvoicing.assignments.events). */
export const listAssignmentEvents: OperationHandler<operations['listAssignmentEvents']> = async ({ path }, context) => {
  const found = await findAssignment(context, path.assignment_id);
  return 'refused' in found ? found : { status: 200, body: found.events.map(presentEvent) };
};
