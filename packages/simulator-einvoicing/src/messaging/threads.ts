import type { Handler } from '@understudy/kernel';
import { forCompany } from '../access/for-company.js';
import type { operations } from '../generated/types.js';
import { findThread } from './find-thread.js';
import { presentThread } from './present-thread.js';
import { storedMessages, threadsOf } from './stored-messages.js';

/** The company's threads, the one with the latest message first (einvoicing.threads.list). */
export const listMessageThreads = forCompany<operations['listMessageThreads']>(async (_input, _context, acting) => {
  const messages = await storedMessages(acting.scope);
  const threads = (await threadsOf(acting.scope).list()).map(({ value }) => {
    const own = messages.filter(({ threadId }) => threadId === value.id);
    return { latest: own.at(-1)?.order ?? 0, shown: presentThread(value, own) };
  });
  threads.sort((one, other) => other.latest - one.latest);
  return { status: 200, body: threads.map(({ shown }) => shown) };
});

/** One thread with its latest message (einvoicing.threads.get). */
export const getMessageThread: Handler<operations['getMessageThread']> = async ({ path }, context) => {
  const found = await findThread(context, path.thread_id);
  return 'refused' in found ? found : { status: 200, body: presentThread(found.thread, found.messages) };
};

/** Flags a thread, or takes the flag off (einvoicing.threads.flag). */
export const flagMessageThread: Handler<operations['flagMessageThread']> = async ({ path, body }, context) => {
  const found = await findThread(context, path.thread_id);
  if ('refused' in found) return found;
  const thread = { ...found.thread, flagged: body.flagged };
  await threadsOf(found.acting.scope).put(thread.id, thread);
  return { status: 200, body: presentThread(thread, found.messages) };
};
