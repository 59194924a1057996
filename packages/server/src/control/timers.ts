import type { Handler } from '@understudy/kernel';
import { scopesOf, storedTimers, type Timer } from '@understudy/kernel/serving';
import type { components, operations } from '../generated/types.js';
import type { ControlContext } from './control-context.js';

type DueTimer = components['schemas']['DueTimer'];

/** Timers in one answer at most: readers look for the next ones. */
const mostListed = 200;

/** What waits for the clock, the soonest first. */
export const listTimers: Handler<operations['listTimers'], ControlContext> = async (_input, context) => {
  const { clock } = context.sandbox;
  const shown = await Promise.all(clock.soonest(mostListed).map((timer) => present(timer, context)));
  return { status: 200, body: { count: clock.pendingTimers, timers: shown } };
};

async function present({ at, kind, payload }: Timer, context: ControlContext): Promise<DueTimer> {
  const due = { at: new Date(at).toISOString() };
  if (kind === 'job-progression') return { ...due, kind: 'job', jobId: String(payload) };
  if (kind === 'webhook-attempt') {
    const delivery = context.sandbox.webhooks.log.find(Number(payload));
    const api = delivery === undefined ? {} : { api: delivery.origin.api };
    return { ...due, kind: 'delivery', deliveryId: String(payload), ...api, ...causedBy(delivery?.origin.cause) };
  }
  if (kind !== 'api-timer') return { ...due, kind: 'answer' };
  const { api, id } = Object(payload);
  const unit = context.sandbox.begin();
  const stored = await scopesOf(unit, String(api)).shared.collection(storedTimers).get(String(id));
  return { ...due, kind: 'api', api: String(api), name: stored?.kind ?? String(id), ...causedBy(stored?.cause) };
}

function causedBy(cause: number | null | undefined): { cause?: number } {
  return typeof cause === 'number' ? { cause } : {};
}
