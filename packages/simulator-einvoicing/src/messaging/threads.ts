import type { HandlerContext, OperationHandler } from '@understudy/kernel';
import { findActingCompany } from '../access/find-acting-company.js';
import { handleForCompany } from '../access/handle-for-company.js';
import { einvoicingErrors } from '../errors.js';
import type { operations } from '../generated/types.js';
import { presentThread } from './present-thread.js';
import { getThreads, summarizeThread } from './stored-messages.js';

/**
 * Finds a thread of the calling company.
 * @returns 404 for unknown ids and for those of other companies
 */
export async function findThread(context: Pick<HandlerContext, 'caller' | 'scopes'>, id: string) {
  const acting = await findActingCompany(context);
  if ('refused' in acting) return acting;
  const thread = await getThreads(acting.scope).get(id.toLowerCase());
  if (thread === undefined) return einvoicingErrors.notFound();
  return { acting, thread };
}

/** Lists the company's threads, those with the latest messages first (einvoicing.threads.list). */
export const listMessageThreads = handleForCompany<operations['listMessageThreads']>(
  async (_input, _context, acting) => {
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
  },
);

/** Returns a thread with its latest message (einvoicing.threads.get). */
export const getMessageThread: OperationHandler<operations['getMessageThread']> = async ({ path }, context) => {
  const found = await findThread(context, path.thread_id);
  if ('refused' in found) return found;
  return { status: 200, body: presentThread(found.thread, await summarizeThread(found.acting.scope, found.thread.id)) };
};

/** Sets or removes the flag of a thread (einvoicing.threads.flag). */
export const flagMessageThread: OperationHandler<operations['flagMessageThread']> = async ({ path, body }, context) => {
  const found = await findThread(context, path.thread_id);
  if ('refused' in found) return found;
  const thread = { ...found.thread, flagged: body.flagged };
  await getThreads(found.acting.scope).put(thread.id, thread);
  return { status: 200, body: presentThread(thread, await summarizeThread(found.acting.scope, thread.id)) };
};
