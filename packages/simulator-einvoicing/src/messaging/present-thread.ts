import type { components } from '../generated/types.js';
import { formatRecordTime } from '../times.js';
import type { StoredMessage, StoredThread } from './entities.js';
import type { ThreadSummary } from './stored-messages.js';

type Schemas = components['schemas'];

/** Returns a thread as the API shows it, with its latest message (einvoicing.threads.list). */
export function presentThread(thread: StoredThread, { latest, unseen }: ThreadSummary): Schemas['MessageThread'] {
  return {
    id: thread.id,
    assignment_id: thread.assignmentId,
    flagged: thread.flagged,
    unseen_count: unseen,
    created_at: formatRecordTime(new Date(thread.createdAt)),
    latest_message: presentMessage(latest),
  };
}

/** Returns a message as the API shows it. */
export function presentMessage(message: StoredMessage): Schemas['Message'] {
  const { id, threadId, assignmentId, sender, text, createdAt, seenAt } = message;
  return {
    id,
    thread_id: threadId,
    assignment_id: assignmentId,
    sender,
    text,
    created_at: formatRecordTime(new Date(createdAt)),
    seen: seenAt !== undefined,
    ...(seenAt === undefined ? {} : { seen_at: formatRecordTime(new Date(seenAt)) }),
  };
}
