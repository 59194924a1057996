import { createContext, Script } from 'node:vm';
import { membersOf } from './objects.js';

const shared: { work: (() => unknown) | undefined } = { work: undefined };
const context = createContext(shared);
const call = new Script('work()');

export const timeoutMarker = Symbol('out of time');

/** Maximum number of attempts if other processes use the processor. */
const maxAttempts = 5;

/**
 * Runs work and stops it after a timeout, even within a regular expression. Work that timed out because other
 * processes used the processor is run again, so it must be repeatable.
 *
 * @param discard called after each timeout, to discard state that the work left incomplete
 * @throws errors of the work
 */
export function runWithTimeout<Value>(
  work: () => Value,
  milliseconds: number,
  discard: () => void = () => undefined,
): Value | typeof timeoutMarker {
  for (let attempt = 1; ; attempt += 1) {
    const before = process.cpuUsage();
    const result = runOnce(work, milliseconds);
    if (result !== timeoutMarker) return result;
    discard();
    if (attempt === maxAttempts) return result;
    const { user, system } = process.cpuUsage(before);
    if (user + system > milliseconds * 1000 * 0.8) return result;
  }
}

function runOnce<Value>(work: () => Value, milliseconds: number): Value | typeof timeoutMarker {
  shared.work = work;
  try {
    return call.runInContext(context, { timeout: milliseconds });
  } catch (error) {
    if (membersOf(error)['code'] === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return timeoutMarker;
    throw error;
  } finally {
    shared.work = undefined;
  }
}
