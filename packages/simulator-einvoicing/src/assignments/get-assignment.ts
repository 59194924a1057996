import type { ErrorResult, HandlerContext, OperationHandler } from '@understudy/kernel';
import { type ActingCompany, findActingCompany } from '../access/find-acting-company.js';
import { einvoicingErrors } from '../errors.js';
import type { operations } from '../generated/types.js';
import { presentAssignment, presentEvent } from './present-assignment.js';
import { type AssignmentWithEvents, findAssignmentWithEvents } from './stored-assignments.js';

/**
 * Finds an assignment of the calling company.
 * @returns 404 for unknown ids and for those of other companies
 */
export async function findAssignment(
  context: Pick<HandlerContext, 'caller' | 'scopes'>,
  id: string,
): Promise<(AssignmentWithEvents & { readonly acting: ActingCompany }) | ErrorResult> {
  const acting = await findActingCompany(context);
  if ('refused' in acting) return acting;
  const found = await findAssignmentWithEvents(acting.scope, id.toLowerCase());
  return found === undefined ? einvoicingErrors.notFound() : { ...found, acting };
}

/** Returns an assignment with its events (einvoicing.assignments.get). */
export const getAssignment: OperationHandler<operations['getAssignment']> = async ({ path }, context) => {
  const found = await findAssignment(context, path.assignment_id);
  return 'refused' in found ? found : { status: 200, body: presentAssignment(found) };
};

/** Lists the events of an assignment in chronological order (einvoicing.assignments.events). */
export const listAssignmentEvents: OperationHandler<operations['listAssignmentEvents']> = async ({ path }, context) => {
  const found = await findAssignment(context, path.assignment_id);
  return 'refused' in found ? found : { status: 200, body: found.events.map(presentEvent) };
};
