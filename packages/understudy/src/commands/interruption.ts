import { constants } from 'node:os';
import { exitCodes } from '@understudy/conformance';
import type { OpenTarget } from '../target-choice.js';
import { onLostOutput } from './lost-output.js';

/** Seconds that an interrupted run may clean up where the configuration does not say. */
const defaultCleanupTimeout = 5;

/** What Ctrl-C, and the other signals that ask to stop, do to a command that runs scenarios. */
export interface Interruption {
  /** Aborted when no further step may begin. */
  readonly signal: AbortSignal;
  /** From now on there is something to clean up: a signal waits for it. */
  guard(target: Pick<OpenTarget, 'target' | 'cleanupTimeout'>): void;
}

/**
 * Carries out a command that a signal, or the loss of its output, can cut short. The first aborts what is under way, which
 * cleans up; a second signal ends the process at once. Then the exit code is 128 and the number of the signal, or 4 when something was
 * left behind.
 */
export async function withInterruption(act: (interruption: Interruption) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  let guarded: Parameters<Interruption['guard']>[0] | undefined;
  let code: number | undefined;
  const cut = (what: string): void => {
    if (guarded === undefined) {
      console.error(`${what}: nothing was run.`);
      process.exit(code);
    }
    console.error(`${what}: no further step begins on ${guarded.target.name}; cleaning up.`);
    limitCleanUp(guarded);
    controller.abort();
  };
  const dispose = onSignal((signal) => {
    code = 128 + constants.signals[signal];
    cut(`Interrupted by ${signal}`);
  });
  // A signal that came before is obeyed already: a terminal that is closed sends one, and takes no output.
  const listenNoMore = onLostOutput(() => {
    if (!controller.signal.aborted) cut('Nothing more can be printed');
  });
  try {
    await act({
      signal: controller.signal,
      guard: (target) => {
        guarded = target;
      },
    });
  } catch (error) {
    if (!controller.signal.aborted || error !== controller.signal.reason) throw error;
  } finally {
    dispose();
    listenNoMore();
  }
  if (code !== undefined && process.exitCode !== exitCodes.cleanupIncomplete) process.exitCode = code;
}

/** Ends the process when cleaning up takes too long. The timer does not keep a process alive that is done. */
function limitCleanUp({ target, cleanupTimeout = defaultCleanupTimeout }: Parameters<Interruption['guard']>[0]): void {
  AbortSignal.timeout(cleanupTimeout * 1000).addEventListener('abort', () => {
    console.error(`Cleaning up took more than ${cleanupTimeout} seconds; something may be left on ${target.name}.`);
    process.exit(exitCodes.cleanupIncomplete);
  });
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
