import { type ClockSetting, type Handler, parseDuration } from '@understudy/kernel';
import type { Clock } from '@understudy/kernel/serving';
import type { components, operations } from '../generated/types.js';
import type { ControlContext } from './control-context.js';
import { badInput } from './control-refusals.js';

type Operation<Id extends keyof operations> = Handler<operations[Id], ControlContext>;

export const getClock: Operation<'getClock'> = async (_input, { sandbox }) => ({
  status: 200,
  body: presentClock(sandbox.clock),
});

export const setClock: Operation<'setClock'> = async ({ body }, { sandbox }) => {
  const setting: ClockSetting = body;
  const from = sandbox.clock.now().toISOString();
  try {
    sandbox.clock.set(setting);
  } catch (error) {
    if (error instanceof RangeError) return badInput('/body/at', error.message);
    throw error;
  }
  await sandbox.clock.settled();
  const to = sandbox.clock.now().toISOString();
  sandbox.journal.append({ at: to, type: 'clock', cause: null, from, to });
  return { status: 200, body: presentClock(sandbox.clock) };
};

export const advanceClock: Operation<'advanceClock'> = async ({ body }, { sandbox }) => {
  const { clock, journal } = sandbox;
  const from = clock.now().toISOString();
  try {
    const fired = await ('by' in body ? clock.advanceBy(parseDuration(body.by)) : clock.advanceTo(Date.parse(body.to)));
    const to = clock.now().toISOString();
    journal.append({ at: to, type: 'clock', cause: null, from, to });
    return { status: 200, body: { ...presentClock(clock), fired } };
  } catch (error) {
    if (error instanceof RangeError) return badInput('by' in body ? '/body/by' : '/body/to', error.message);
    throw error;
  }
};

/** Mode and instant, as sandboxes are listed. */
export function presentClockReading(clock: Clock): components['schemas']['ClockReading'] {
  return { ...clock.mode, now: clock.now().toISOString() };
}

function presentClock(clock: Clock): components['schemas']['Clock'] {
  return { ...presentClockReading(clock), pendingTimers: clock.pendingTimers };
}
