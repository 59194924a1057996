import type { Action } from '@understudy/kernel';
import { must, textOf } from '../access/action-input.js';
import { accountOf } from './account-of.js';
import { assignmentOfAction } from './assignment-of-action.js';
import { dateOf, dayOf } from './days.js';
import { draftOf } from './draft-of.js';
import { presentEvent } from './present-assignment.js';
import { recordEvents } from './record-events.js';
import { withClosing } from './with-closing.js';

const types = ['comment', 'paid', 'credit_note', 'due_date_change', 'cancel', 'reminder', 'close'] as const;

/** What the provider does to assignments. */
export const assignmentActions: Readonly<Record<string, Action>> = {
  providerEvent: {
    summary: `The provider adds an event: {assignmentId, type: ${types.join('|')}, amount?, due_date?, message?}`,
    members: ['assignmentId', 'type', 'amount', 'due_date', 'message'],
    async run({ assignmentId, type, amount, due_date: dueDate, message }, context) {
      const found = await assignmentOfAction(assignmentId, context);
      if (found === undefined) return must('assignmentId', 'the id of an assignment');
      const known = types.find((one) => one === type);
      if (known === undefined) return must('type', `one of ${types.join(', ')}`);
      if (amount !== undefined && typeof amount !== 'number') return must('amount', 'a number');
      if (dueDate !== undefined && !isDate(dueDate)) return must('due_date', 'a date such as 2026-02-28');
      const said = textOf(message);
      const order = {
        type: known,
        ...(amount === undefined ? {} : { amount }),
        ...(dueDate === undefined ? {} : { due_date: dueDate }),
        ...(said === undefined ? {} : { message: said }),
      };
      const draft = draftOf(order, 'PROVIDER');
      if ('faults' in draft) return must('type', `complete: ${draft.faults.join(', ')}`);
      if (accountOf(found).status === 'Closed') return must('assignmentId', 'of an assignment that is not closed');
      const recorded = await recordEvents(context, found.companyId, found, withClosing(found, draft));
      return { events: recorded.map(presentEvent) };
    },
  },
};

function isDate(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    dateOf(dayOf(value)) === value
  );
}
