import type { Context, Refusal } from '@understudy/kernel';
import { type Acting, actingCompany } from '../access/acting-company.js';
import { refusals } from '../errors.js';
import type { StoredThread } from './entities.js';
import { threadsOf } from './stored-messages.js';

/** A thread, and the company that it belongs to. */
export interface FoundThread {
  readonly acting: Acting;
  readonly thread: StoredThread;
}

/** A thread of the company that asks. @returns 404 for unknown and foreign ids alike */
export async function findThread(
  context: Pick<Context, 'caller' | 'scopes'>,
  id: string,
): Promise<FoundThread | Refusal> {
  const acting = await actingCompany(context);
  if ('refused' in acting) return acting;
  const thread = await threadsOf(acting.scope).get(id.toLowerCase());
  if (thread === undefined) return refusals.notFound();
  return { acting, thread };
}
