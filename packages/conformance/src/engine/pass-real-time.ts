import { isObject, parseDuration, stringifyJson } from '@understudy/contract';
import { type HttpResponse, isRestricted } from '../targets/target.js';
import type { BuiltRequest } from './built-request.js';
import type { WorkflowSession } from './session.js';

/**
 * Answers the calls about the clock on a real environment, which has none: `advanceClock` waits. Other calls are sent.
 */
export async function passRealTime(
  { target, clock, signal }: WorkflowSession,
  { operation, view }: BuiltRequest,
): Promise<HttpResponse | undefined> {
  if (operation?.api !== 'control' || !isRestricted(target)) return undefined;
  const { operationId } = operation;
  if (!['getClock', 'setClock', 'advanceClock'].includes(operationId)) return undefined;
  const asked = isObject(view.request.body) ? view.request.body : {};
  if (typeof asked['by'] === 'string') await target.wait(parseDuration(asked['by']), signal);
  const body = {
    mode: 'real',
    now: new Date(clock.now()).toISOString(),
    pendingTimers: 0,
    ...(operationId === 'advanceClock' ? { fired: 0 } : {}),
  };
  const headers = { 'content-type': 'application/json' };
  return { status: 200, headers, body: new TextEncoder().encode(stringifyJson(body)) };
}
