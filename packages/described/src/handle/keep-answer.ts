import { isObject } from '@understudy/contract';
import { getMember } from '@understudy/model';
import type { HandlerResult, OperationRequest } from './api-runtime.js';
import { EntityStore } from './entity-store.js';
import { startTimedTransitions } from './timed-transitions.js';

/**
 * Stores a record of another collection that a response contains, such as a job, so that it can be read at its own
 * path.
 */
export async function keepAnswer({ served, plan, context }: OperationRequest, result: HandlerResult): Promise<void> {
  const { keeps } = plan;
  const resource = served.resourcesByName.get(keeps?.resource ?? '');
  if (keeps === undefined || resource === undefined || 'refused' in result) return;
  const record = getMember(result.body, keeps.path.join('.'));
  const key = getMember(record, resource.key ?? '');
  if (!isObject(record) || (typeof key !== 'string' && typeof key !== 'number')) return;
  const store = new EntityStore(context, resource, []);
  if ((await store.get(String(key)))?.fields !== undefined) return;
  await store.put(String(key), record);
  await startTimedTransitions({ served, resource, parents: [], context }, String(key), record);
}
