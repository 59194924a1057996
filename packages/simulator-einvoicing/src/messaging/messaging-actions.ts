import { defineAction, mustBe } from '@understudy/kernel';
import { text } from '../access/action-input.js';
import { assignmentOfAction } from '../assignments/assignment-of-action.js';
import { presentMessage } from './present-thread.js';
import { writeMessage } from './write-message.js';

/** Messages of the provider to a company (einvoicing.messaging.purpose). */
export const messagingActions = {
  providerMessage: defineAction({
    summary: 'The provider writes about an assignment',
    input: { type: 'object', required: ['assignmentId', 'text'], properties: { assignmentId: text, text } },
    async run({ assignmentId, text: said }, context) {
      const found = await assignmentOfAction(assignmentId, context);
      if (found === undefined) return mustBe('assignmentId', 'the id of an assignment');
      const order = { assignmentId: found.assignment.id, sender: 'PROVIDER', text: said } as const;
      return { ...presentMessage(await writeMessage(context, found.companyId, order)) };
    },
  }),
};
