import { createMustBeFinding, defineAction } from '@understudy/kernel';
import { nonEmptyText } from '../access/action-input.js';
import { addClosingEvent } from './add-closing-event.js';
import { computeAccount } from './compute-account.js';
import { createEventDraft } from './create-event-draft.js';
import { findActionAssignment } from './find-action-assignment.js';
import { presentEvent } from './present-assignment.js';
import { recordEvents } from './record-events.js';

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
