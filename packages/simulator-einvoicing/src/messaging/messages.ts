import type { OperationHandler } from '@understudy/kernel';
import { handleForCompany } from '../access/handle-for-company.js';
import { findAssignment } from '../assignments/get-assignment.js';
import { einvoicingErrors } from '../errors.js';
import type { operations } from '../generated/types.js';
import { messagingCollections } from './entities.js';
import { presentMessage } from './present-thread.js';
import { findAssignmentThread, listMessages, putMessage } from './stored-messages.js';
import { findThread } from './threads.js';
import { writeMessage } from './write-message.js';

/** Lists all messages of a thread, oldest first (einvoicing.threads.messages). */
export const listThreadMessages: OperationHandler<operations['listThreadMessages']> = async ({ path }, context) => {
  const found = await findThread(context, path.thread_id);
  if ('refused' in found) return found;
  const messages = await listMessages(found.acting.scope, found.thread.id);
  return { status: 200, body: messages.map(presentMessage) };
};

/** Adds a message to a thread on behalf of the company (einvoicing.threads.add-message). */
export const createThreadMessage: OperationHandler<operations['createThreadMessage']> = async (
  { path, body },
  context,
) => {
  const found = await findThread(context, path.thread_id);
  if ('refused' in found) return found;
  const { assignmentId } = found.thread;
  const order = { assignmentId, sender: 'COMPANY', text: body.text } as const;
  return { status: 201, body: presentMessage(await writeMessage(context, found.acting.company.id, order)) };
};

/** Lists all messages about an assignment. Returns an empty list if there are none. */
export const listAssignmentMessages: OperationHandler<operations['listAssignmentMessages']> = async (
  { path },
  context,
) => {
  const found = await findAssignment(context, path.assignment_id);
  if ('refused' in found) return found;
  const { scope } = found.acting;
  const thread = await findAssignmentThread(scope, found.assignment.id);
  const messages = thread === undefined ? [] : await listMessages(scope, thread.id);
  return { status: 200, body: messages.map(presentMessage) };
};

/** Adds a message of the company about an assignment. The first message creates the thread. */
export const createAssignmentMessage: OperationHandler<operations['createAssignmentMessage']> = async (
  { path, body },
  context,
) => {
  const found = await findAssignment(context, path.assignment_id);
  if ('refused' in found) return found;
  const order = { assignmentId: found.assignment.id, sender: 'COMPANY', text: body.text } as const;
  return { status: 201, body: presentMessage(await writeMessage(context, found.acting.company.id, order)) };
};

/** Marks a message as seen, once (einvoicing.messages.seen, einvoicing.gap.seen-answer). */
export const markMessageSeen = handleForCompany<operations['markMessageSeen']>(async ({ path }, context, acting) => {
  const messages = acting.scope.collection(messagingCollections.messages);
  const message = await messages.get(path.message_id.toLowerCase());
  if (message === undefined) return einvoicingErrors.notFound();
  if (message.seenAt !== undefined) return { status: 200, body: presentMessage(message) };
  const seen = { ...message, seenAt: context.clock.now().toISOString() };
  await putMessage(acting.scope, seen);
  return { status: 200, body: presentMessage(seen) };
});
