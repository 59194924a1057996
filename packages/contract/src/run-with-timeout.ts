import { createContext, Script } from 'node:vm';

const shared: { work: (() => unknown) | undefined } = { work: undefined };
const context = createContext(shared);
const call = new Script('work()');

/** What {@link runWithTimeout} answers for work that was given up. */
export const timedOut = Symbol('out of time');

/**
 * Does work that comes to an end by itself or is ended after so many milliseconds, wherever it is: within a regular
 * expression, too.
 *
 * @throws what the work throws
 */
export function runWithTimeout<Value>(work: () => Value, milliseconds: number): Value | typeof timedOut {
  shared.work = work;
  try {
    return call.runInContext(context, { timeout: milliseconds });
  } catch (error) {
    if (Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return timedOut;
    throw error;
  } finally {
    shared.work = undefined;
  }
}
