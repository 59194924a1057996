import type { ActionContext } from '@understudy/kernel';
import { companyScope } from '../access/company-scope.js';
import { assignmentCollections } from './entities.js';
import { storedAssignment, type WithEvents } from './stored-assignments.js';

/** The assignment that an action names, of any company. */
export async function assignmentOfAction(
  id: string,
  context: ActionContext,
): Promise<(WithEvents & { readonly companyId: string }) | undefined> {
  const given = id.toLowerCase();
  const owner = await context.scopes.shared.collection(assignmentCollections.assigned).get(given);
  if (owner === undefined) return undefined;
  const found = await storedAssignment(companyScope(context, owner.companyId), given);
  return found === undefined ? undefined : { ...found, companyId: owner.companyId };
}
