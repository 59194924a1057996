import { defineCollection } from '@understudy/kernel';

/** The messages about one assignment. Collection `threads` of the company, key: its id. Instants are ISO 8601. */
export interface StoredThread {
  readonly id: string;
  readonly assignmentId: string;
  readonly flagged: boolean;
  readonly createdAt: string;
}

/** A message. Collection `messages` of the company, key: its id. */
export interface StoredMessage {
  readonly id: string;
  /** Sequence number among the company's messages, used to order them. */
  readonly order: number;
  readonly threadId: string;
  readonly assignmentId: string;
  readonly sender: 'COMPANY' | 'PROVIDER';
  readonly text: string;
  readonly createdAt: string;
  readonly seenAt?: string;
}

export const messagingCollections = {
  threads: defineCollection<StoredThread>('threads'),
  threadOfAssignment: defineCollection<{ readonly threadId: string }>('threadOfAssignment'),
  messages: defineCollection<StoredMessage>('messages').indexedBy({
    thread: ({ threadId, order }) => [threadId, order],
    unseen: ({ threadId, seenAt }) => (seenAt === undefined ? [threadId] : undefined),
  }),
};
