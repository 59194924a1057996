import { createContext, Script } from 'node:vm';

const shared: { work: (() => unknown) | undefined } = { work: undefined };
const context = createContext(shared);
const call = new Script('work()');

/** The result of {@link runWithTimeout} after a timeout. */
export const timeoutMarker = Symbol('out of time');

/** Runs work and stops it after a timeout, even within a regular expression. @throws errors of the work */
export function runWithTimeout<Value>(work: () => Value, milliseconds: number): Value | typeof timeoutMarker {
  shared.work = work;
  try {
    return call.runInContext(context, { timeout: milliseconds });
  } catch (error) {
    if (Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return timeoutMarker;
    throw error;
  } finally {
    shared.work = undefined;
  }
}
