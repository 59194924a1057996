import type { Action } from '@understudy/kernel';
import { must, textOf } from '../access/action-input.js';
import { assignmentOfAction } from '../assignments/assignment-of-action.js';
import { presentMessage } from './present-thread.js';
import { writeMessage } from './write-message.js';

/** What the provider says to a company (einvoicing.messaging.purpose). */
export const messagingActions: Readonly<Record<string, Action>> = {
  providerMessage: {
    summary: 'The provider writes about an assignment: {assignmentId, text}',
    members: ['assignmentId', 'text'],
    async run({ assignmentId, text }, context) {
      const found = await assignmentOfAction(assignmentId, context);
      if (found === undefined) return must('assignmentId', 'the id of an assignment');
      const said = textOf(text);
      if (said === undefined) return must('text', 'a non-empty text');
      const order = { assignmentId: found.assignment.id, sender: 'PROVIDER', text: said } as const;
      return { ...presentMessage(await writeMessage(context, found.companyId, order)) };
    },
  },
};
