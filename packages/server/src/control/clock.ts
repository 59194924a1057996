import { isObject } from '@understudy/contract';
import { type ClockSetting, parseDuration } from '@understudy/kernel';
import { type Clock, createScopes, type ScheduledTimer, storedTimers } from '@understudy/kernel/serving';
import type { components } from '../generated/types.js';
import type { ControlContext, ControlOperations } from './control-context.js';
import { createInvalidInputError } from './control-errors.js';

export const clockOperations = {
  getClock: async (_input, { sandbox }) => ({ status: 200, body: presentClock(sandbox.clock) }),

  setClock: async ({ body }, { sandbox }) => {
    const setting: ClockSetting = body;
    const from = sandbox.clock.now().toISOString();
    try {
      sandbox.clock.set(setting);
    } catch (error) {
      if (error instanceof RangeError) return createInvalidInputError('/body/at', error.message);
      throw error;
    }
    await sandbox.clock.settled();
    const to = sandbox.clock.now().toISOString();
    sandbox.journal.append({ at: to, type: 'clock', cause: null, from, to });
    return { status: 200, body: presentClock(sandbox.clock) };
  },

  advanceClock: async ({ body }, { sandbox }) => {
    const { clock, journal } = sandbox;
    // The entry precedes the effects, so that an undo to before the entry reverts them.
    const note = (...instants: readonly [number, number]) => {
      const [from, to] = instants.map((instant) => new Date(instant).toISOString());
      journal.append({ at: clock.timestamp(), type: 'clock', cause: null, ...(from && { from }), ...(to && { to }) });
    };
    try {
      const fired = await ('by' in body
        ? clock.advanceBy(parseDuration(body.by), note)
        : clock.advanceTo(Date.parse(body.to), note));
      return { status: 200, body: { ...presentClock(clock), fired } };
    } catch (error) {
      if (error instanceof RangeError)
        return createInvalidInputError('by' in body ? '/body/by' : '/body/to', error.message);
      throw error;
    }
  },

  listTimers: async (_input, context) => {
    const { clock } = context.sandbox;
    const shown = await Promise.all(clock.soonest(mostListed).map((timer) => present(timer, context)));
    return { status: 200, body: { count: clock.pendingTimers, timers: shown } };
  },
} satisfies Partial<ControlOperations>;

/** Returns the mode and time of a clock in the form that sandbox lists show. */
export function presentClockReading(clock: Clock): components['schemas']['ClockReading'] {
  return { ...clock.mode, now: clock.now().toISOString() };
}

function presentClock(clock: Clock): components['schemas']['Clock'] {
  return { ...presentClockReading(clock), pendingTimers: clock.pendingTimers };
}

type DueTimer = components['schemas']['DueTimer'];

const mostListed = 200;

async function present({ at, kind, payload }: ScheduledTimer, context: ControlContext): Promise<DueTimer> {
  const due = { at: new Date(at).toISOString() };
  if (kind === 'job-progression') return { ...due, kind: 'job', jobId: String(payload) };
  if (kind === 'webhook-attempt') {
    const delivery = context.sandbox.webhooks.log.find(Number(payload));
    const api = delivery === undefined ? {} : { api: delivery.origin.api };
    return { ...due, kind: 'delivery', deliveryId: String(payload), ...api, ...causedBy(delivery?.origin.cause) };
  }
  if (kind !== 'api-timer') return { ...due, kind: 'answer' };
  const { api, id } = isObject(payload) ? payload : {};
  const unit = context.sandbox.begin();
  const stored = await createScopes(unit, String(api)).shared.collection(storedTimers).get(String(id));
  return { ...due, kind: 'api', api: String(api), name: stored?.kind ?? String(id), ...causedBy(stored?.cause) };
}

function causedBy(cause: number | null | undefined): { cause?: number } {
  return typeof cause === 'number' ? { cause } : {};
}
