import { getCompanyScope } from '../access/company-scope.js';
import { collections } from '../entities.js';
import type { WorkContext } from '../work-context.js';
import { messagingCollections, type StoredMessage, type StoredThread } from './entities.js';
import { findAssignmentThread, getThreads, putMessage } from './stored-messages.js';

/**
 * Adds a message to the thread of an assignment. The first message creates the thread (einvoicing.gap.message-bodies).
 */
export async function writeMessage(
  context: WorkContext,
  companyId: string,
  { assignmentId, sender, text }: Pick<StoredMessage, 'assignmentId' | 'sender' | 'text'>,
): Promise<StoredMessage> {
  const scope = getCompanyScope(context, companyId);
  const createdAt = context.clock.now().toISOString();
  let thread = await findAssignmentThread(scope, assignmentId);
  if (thread === undefined) {
    const made: StoredThread = { id: context.ids.next('thread'), assignmentId, flagged: false, createdAt };
    thread = made;
    await getThreads(scope).put(made.id, made);
    await scope.collection(messagingCollections.threadOfAssignment).put(assignmentId, { threadId: made.id });
  }
  const counters = scope.collection(collections.counters);
  const order = ((await counters.get(messagingCollections.messages.name))?.latest ?? 0) + 1;
  await counters.put(messagingCollections.messages.name, { latest: order });
  const id = context.ids.next('message');
  const message: StoredMessage = { id, order, threadId: thread.id, assignmentId, sender, text, createdAt };
  await putMessage(scope, message);
  return message;
}
