import { type ActionContext, createMustBeFinding, defineAction } from '@understudy/kernel';
import { nonEmptyText } from '../access/action-input.js';
import { getCompanyScope } from '../access/find-company.js';
import { addClosingEvent, computeAccount, createEventDraft } from './account.js';
import { presentEvent } from './assignment-operations.js';
import { assignmentCollections } from './entities.js';
import { type AssignmentWithEvents, findAssignmentWithEvents, recordEvents } from './stored-assignments.js';

export const assignmentActions = {
  providerEvent: defineAction({
    summary: 'The provider adds an event',
    input: {
      type: 'object',
      required: ['assignmentId', 'type'],
      properties: {
        assignmentId: nonEmptyText,
        type: {
          type: 'string',
          enum: ['comment', 'paid', 'credit_note', 'due_date_change', 'cancel', 'reminder', 'close'],
        },
        amount: { type: 'number' },
        due_date: { type: 'string', format: 'date' },
        message: { ...nonEmptyText, examples: ['The debtor asks for a copy'] },
      },
    },
    async run({ assignmentId, ...order }, context) {
      const found = await findActionAssignment(assignmentId, context);
      if (found === undefined) return createMustBeFinding('assignmentId', 'the id of an assignment');
      const draft = createEventDraft(order, 'PROVIDER');
      if ('faults' in draft) return createMustBeFinding('type', `complete: ${draft.faults.join(', ')}`);
      if (computeAccount(found).status === 'Closed')
        return createMustBeFinding('assignmentId', 'of an assignment that is not closed');
      const recorded = await recordEvents(context, found.companyId, found, addClosingEvent(found, draft));
      return { events: recorded.map(presentEvent) };
    },
  }),
};

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
