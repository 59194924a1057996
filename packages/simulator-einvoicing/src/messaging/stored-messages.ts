import type { DataScope } from '@understudy/kernel';
import { messagingCollections, type StoredMessage, type StoredThread } from './entities.js';

/** Lists the messages of a thread, oldest first. */
export async function listMessages(scope: DataScope, threadId: string): Promise<StoredMessage[]> {
  const messages = scope.collection(messagingCollections.messages);
  return (await messages.range('thread', [threadId], [threadId])).map(({ value }) => value);
}

/** The latest message of a thread, and the number of unseen messages. */
export interface ThreadSummary {
  readonly latest: StoredMessage;
  readonly unseen: number;
}

/**
 * Summarizes a thread.
 * @throws Error for a thread without a message, which never exists
 */
export async function summarizeThread(scope: DataScope, threadId: string): Promise<ThreadSummary> {
  const messages = scope.collection(messagingCollections.messages);
  const [latest] = await messages.range('thread', [threadId], [threadId], { limit: 1, reverse: true });
  if (latest === undefined) throw new Error(`Thread ${threadId} has no message, though its first one made it`);
  return { latest: latest.value, unseen: await messages.count('unseen', [threadId], [threadId]) };
}

/** Returns the thread of an assignment, or undefined if there are no messages about it. */
export async function findAssignmentThread(scope: DataScope, assignmentId: string): Promise<StoredThread | undefined> {
  const known = await scope.collection(messagingCollections.threadOfAssignment).get(assignmentId);
  return known === undefined ? undefined : getThreads(scope).get(known.threadId);
}

export function getThreads(scope: DataScope) {
  return scope.collection(messagingCollections.threads);
}

export function putMessage(scope: DataScope, message: StoredMessage): Promise<void> {
  return scope.collection(messagingCollections.messages).put(message.id, message);
}
