import type { Scope } from '@understudy/kernel';
import { messagingCollections, type StoredMessage, type StoredThread } from './entities.js';

/** Messages of a company that belong to a thread, or all of them; oldest first. */
export async function storedMessages(scope: Scope, threadId?: string): Promise<StoredMessage[]> {
  const stored = await scope.collection(messagingCollections.messages).list();
  return stored
    .map(({ value }) => value)
    .filter((message) => threadId === undefined || message.threadId === threadId)
    .sort((one, other) => one.order - other.order);
}

/** The thread of an assignment, if anybody has written about it. */
export async function threadOf(scope: Scope, assignmentId: string): Promise<StoredThread | undefined> {
  const known = await scope.collection(messagingCollections.threadOfAssignment).get(assignmentId);
  return known === undefined ? undefined : threadsOf(scope).get(known.threadId);
}

/** The threads of a company. */
export function threadsOf(scope: Scope) {
  return scope.collection(messagingCollections.threads);
}

/** Stores a message. */
export function putMessage(scope: Scope, message: StoredMessage): Promise<void> {
  return scope.collection(messagingCollections.messages).put(message.id, message);
}
