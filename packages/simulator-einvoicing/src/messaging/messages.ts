import type { DataScope, HandlerContext } from '@understudy/kernel';
import { findActingCompany, handleForCompany, handleWith } from '../access/acting-company.js';
import { getCompanyScope, takeNextNumber, type WorkContext } from '../access/find-company.js';
import { handleForAssignment } from '../assignments/assignment-operations.js';
import { einvoicingErrors } from '../errors.js';
import type { components } from '../generated/types.js';
import { formatRecordTime } from '../times.js';
import { messagingCollections, type StoredMessage, type StoredThread } from './entities.js';

/** Finds a thread of the calling company, 404 for unknown ids and for those of other companies. */
async function findThread(context: HandlerContext, id: string) {
  const acting = await findActingCompany(context);
  if ('refused' in acting) return acting;
  const thread = await getThreads(acting.scope).get(id.toLowerCase());
  return thread === undefined ? einvoicingErrors.notFound() : { acting, thread };
}

const handleForThread = handleWith((context, { thread_id = '' }) => findThread(context, thread_id));

/** Lists all messages of a thread, oldest first (einvoicing.threads.messages). */
export const listThreadMessages = handleForThread<'listThreadMessages'>(async (_input, _context, found) => {
  const messages = await listMessages(found.acting.scope, found.thread.id);
  return { status: 200, body: messages.map(presentMessage) };
});

/** Adds a message to a thread on behalf of the company (einvoicing.threads.add-message). */
export const createThreadMessage = handleForThread<'createThreadMessage'>(async ({ body }, context, found) => {
  const { assignmentId } = found.thread;
  const order = { assignmentId, sender: 'COMPANY', text: body.text } as const;
  return { status: 201, body: presentMessage(await writeMessage(context, found.acting.company.id, order)) };
});

export const listAssignmentMessages = handleForAssignment<'listAssignmentMessages'>(async (_input, _context, found) => {
  const { scope } = found.acting;
  const thread = await findAssignmentThread(scope, found.assignment.id);
  const messages = thread === undefined ? [] : await listMessages(scope, thread.id);
  return { status: 200, body: messages.map(presentMessage) };
});

/** Adds a message of the company about an assignment. The first message creates the thread. */
export const createAssignmentMessage = handleForAssignment<'createAssignmentMessage'>(
  async ({ body }, context, found) => {
    const order = { assignmentId: found.assignment.id, sender: 'COMPANY', text: body.text } as const;
    return { status: 201, body: presentMessage(await writeMessage(context, found.acting.company.id, order)) };
  },
);

/** Marks a message as seen, once (einvoicing.messages.seen, einvoicing.gap.seen-answer). */
export const markMessageSeen = handleForCompany<'markMessageSeen'>(async ({ path }, context, acting) => {
  const messages = acting.scope.collection(messagingCollections.messages);
  const message = await messages.get(path.message_id.toLowerCase());
  if (message === undefined) return einvoicingErrors.notFound();
  if (message.seenAt !== undefined) return { status: 200, body: presentMessage(message) };
  const seen = { ...message, seenAt: context.clock.now().toISOString() };
  await putMessage(acting.scope, seen);
  return { status: 200, body: presentMessage(seen) };
});

/** Lists the company's threads, those with the latest messages first (einvoicing.threads.list). */
export const listMessageThreads = handleForCompany<'listMessageThreads'>(async (_input, _context, acting) => {
  // The response has all threads.
  const stored = await getThreads(acting.scope).list();
  const threads = await Promise.all(
    stored.map(async ({ value }) => {
      const summary = await summarizeThread(acting.scope, value.id);
      return { latest: summary.latest.order, shown: presentThread(value, summary) };
    }),
  );
  threads.sort((one, other) => other.latest - one.latest);
  return { status: 200, body: threads.map(({ shown }) => shown) };
});

/** Returns a thread with its latest message (einvoicing.threads.get). */
export const getMessageThread = handleForThread<'getMessageThread'>(async (_input, _context, found) => {
  return { status: 200, body: presentThread(found.thread, await summarizeThread(found.acting.scope, found.thread.id)) };
});

/** Sets or removes the flag of a thread (einvoicing.threads.flag). */
export const flagMessageThread = handleForThread<'flagMessageThread'>(async ({ body }, _context, found) => {
  const thread = { ...found.thread, flagged: body.flagged };
  await getThreads(found.acting.scope).put(thread.id, thread);
  return { status: 200, body: presentThread(thread, await summarizeThread(found.acting.scope, thread.id)) };
});

type Schemas = components['schemas'];

/** Returns a thread as the API shows it, with its latest message (einvoicing.threads.list). */
function presentThread(thread: StoredThread, { latest, unseen }: ThreadSummary): Schemas['MessageThread'] {
  return {
    id: thread.id,
    assignment_id: thread.assignmentId,
    flagged: thread.flagged,
    unseen_count: unseen,
    created_at: formatRecordTime(new Date(thread.createdAt)),
    latest_message: presentMessage(latest),
  };
}

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
    thread = { id: context.ids.next('thread'), assignmentId, flagged: false, createdAt };
    await getThreads(scope).put(thread.id, thread);
    await scope.collection(messagingCollections.threadOfAssignment).put(assignmentId, { threadId: thread.id });
  }
  const order = await takeNextNumber(scope, messagingCollections.messages);
  const id = context.ids.next('message');
  const message: StoredMessage = { id, order, threadId: thread.id, assignmentId, sender, text, createdAt };
  await putMessage(scope, message);
  return message;
}

async function listMessages(scope: DataScope, threadId: string): Promise<StoredMessage[]> {
  const messages = scope.collection(messagingCollections.messages);
  return (await messages.range('thread', [threadId], [threadId])).map(({ value }) => value);
}

interface ThreadSummary {
  readonly latest: StoredMessage;
  readonly unseen: number;
}

/** Summarizes a thread. @throws Error for a thread without a message, which never exists */
async function summarizeThread(scope: DataScope, threadId: string): Promise<ThreadSummary> {
  const messages = scope.collection(messagingCollections.messages);
  const [latest] = await messages.range('thread', [threadId], [threadId], { limit: 1, reverse: true });
  if (latest === undefined) throw new Error(`Thread ${threadId} has no message, though its first one made it`);
  return { latest: latest.value, unseen: await messages.count('unseen', [threadId], [threadId]) };
}

async function findAssignmentThread(scope: DataScope, assignmentId: string): Promise<StoredThread | undefined> {
  const known = await scope.collection(messagingCollections.threadOfAssignment).get(assignmentId);
  return known === undefined ? undefined : getThreads(scope).get(known.threadId);
}

function getThreads(scope: DataScope) {
  return scope.collection(messagingCollections.threads);
}

function putMessage(scope: DataScope, message: StoredMessage): Promise<void> {
  return scope.collection(messagingCollections.messages).put(message.id, message);
}
