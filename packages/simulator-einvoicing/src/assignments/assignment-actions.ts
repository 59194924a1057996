import { createMustBeFinding, defineAction } from '@understudy/kernel';
import { text } from '../access/action-input.js';
import { accountOf } from './account-of.js';
import { assignmentOfAction } from './assignment-of-action.js';
import { draftOf } from './draft-of.js';
import { presentEvent } from './present-assignment.js';
import { recordEvents } from './record-events.js';
import { withClosing } from './with-closing.js';

/** Actions of the provider on assignments. */
export const assignmentActions = {
  providerEvent: defineAction({
    summary: 'The provider adds an event',
    input: {
      type: 'object',
      required: ['assignmentId', 'type'],
      properties: {
        assignmentId: text,
        type: {
          type: 'string',
          enum: ['comment', 'paid', 'credit_note', 'due_date_change', 'cancel', 'reminder', 'close'],
        },
        amount: { type: 'number' },
        due_date: { type: 'string', format: 'date' },
        message: { ...text, examples: ['The debtor asks for a copy'] },
      },
    },
    async run({ assignmentId, ...order }, context) {
      const found = await assignmentOfAction(assignmentId, context);
      if (found === undefined) return createMustBeFinding('assignmentId', 'the id of an assignment');
      const draft = draftOf(order, 'PROVIDER');
      if ('faults' in draft) return createMustBeFinding('type', `complete: ${draft.faults.join(', ')}`);
      if (accountOf(found).status === 'Closed')
        return createMustBeFinding('assignmentId', 'of an assignment that is not closed');
      const recorded = await recordEvents(context, found.companyId, found, withClosing(found, draft));
      return { events: recorded.map(presentEvent) };
    },
  }),
};
