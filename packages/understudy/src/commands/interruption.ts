import { constants } from 'node:os';
import { type Effect, exitCodes, type RunResult, wallClock } from '@understudy/conformance';
import type { InterruptibleTarget } from '../interruptible-target.js';
import type { OpenTarget } from '../open-target.js';

/** Milliseconds that an interrupted run may take to remove its sandboxes. */
const longestRemoval = 5000;

/** What Ctrl-C, and the other signals that ask to stop, do to a run. */
export interface Interruption {
  /** Aborted when a run on a real environment is to end. */
  readonly signal: AbortSignal;
  /** From now on a signal cuts the run off and removes its worlds. */
  cut(target: InterruptibleTarget, allowed: readonly Effect[]): void;
  /** From now on a signal lets the run clean up what it made on a real environment. */
  guard(target: OpenTarget): void;
  /** What the process ends with: 4 when something was left, else 128 and the number of the signal that came. */
  exitCode(result: RunResult): number;
  /** Listens no more: the run has ended by itself. */
  dispose(): void;
}

/** Listens for the signals that ask to stop; a second one ends the process at once. */
export function createInterruption(): Interruption {
  const controller = new AbortController();
  let came: NodeJS.Signals | undefined;
  let act = (signal: NodeJS.Signals): unknown => {
    console.error(`Interrupted by ${signal}: nothing was run.`);
    process.exit(128 + constants.signals[signal]);
  };
  const dispose = onSignal((signal) => act(signal));
  return {
    dispose,
    signal: controller.signal,
    cut(target, allowed) {
      act = (signal) => endEarly(signal, target, allowed);
    },
    guard({ target, cleanupTimeout = 60 }) {
      act = (signal) => {
        came = signal;
        console.error(`Interrupted by ${signal}: no further step begins on ${target.name}; cleaning up.`);
        controller.abort();
        // This timer does not keep a process alive that is done.
        AbortSignal.timeout(cleanupTimeout * 1000).addEventListener('abort', () => {
          console.error(
            `Cleaning up took more than ${cleanupTimeout} seconds; something may be left on ${target.name}.`,
          );
          process.exit(exitCodes.cleanupIncomplete);
        });
      };
    },
    exitCode(result) {
      if (came === undefined || result.exitCode === exitCodes.cleanupIncomplete) return result.exitCode;
      return 128 + constants.signals[came];
    },
  };
}

/** Cuts the run short: nothing more is sent, what it holds on the target is removed, and one line says so. */
async function endEarly(
  signal: NodeJS.Signals,
  { target, interrupt }: InterruptibleTarget,
  allowed: readonly Effect[],
): Promise<never> {
  const shared = target.isolate === undefined;
  // A target that does not answer must not hold back the end.
  const left = await Promise.race([interrupt(), wallClock.sleep(longestRemoval).then(() => undefined)]);
  const mayLeave = left !== 0 || (shared && allowed.some((effect) => effect !== 'read'));
  const cleaned = shared ? 'it was used as it is' : 'its sandboxes are removed';
  const told = mayLeave ? 'something of the workflows under way may be left there' : cleaned;
  console.error(`Interrupted by ${signal}: the run on ${target.name} is not finished, and ${told}.`);
  process.exit(mayLeave ? exitCodes.cleanupIncomplete : 128 + constants.signals[signal]);
}

/**
 * Calls back at the first signal that asks to stop; a second one ends the process at once.
 *
 * @returns what stops listening
 */
function onSignal(act: (signal: NodeJS.Signals) => unknown): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const ignore = () => {
    for (const signal of signals) process.off(signal, first);
  };
  const first = (signal: NodeJS.Signals) => {
    ignore();
    act(signal);
  };
  for (const signal of signals) process.on(signal, first);
  return ignore;
}
