import type { ActionContext } from '@understudy/kernel';
import { textOf } from '../access/action-input.js';
import { companyScope } from '../access/company-scope.js';
import { assignmentCollections } from './entities.js';
import { storedAssignment, type WithEvents } from './stored-assignments.js';

/** The assignment that an action names, whosever it is. */
export async function assignmentOfAction(
  id: unknown,
  context: ActionContext,
): Promise<(WithEvents & { readonly companyId: string }) | undefined> {
  const given = textOf(id)?.toLowerCase();
  if (given === undefined) return undefined;
  const owner = await context.scopes.shared.collection(assignmentCollections.assigned).get(given);
  if (owner === undefined) return undefined;
  const found = await storedAssignment(companyScope(context, owner.companyId), given);
  return found === undefined ? undefined : { ...found, companyId: owner.companyId };
}
