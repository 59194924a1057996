import type { ActionContext } from '@understudy/kernel';
import { getCompanyScope } from '../access/company-scope.js';
import { assignmentCollections } from './entities.js';
import { type AssignmentWithEvents, findAssignmentWithEvents } from './stored-assignments.js';

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
