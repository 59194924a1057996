import { constants } from 'node:os';
import { exitCodes } from '@understudy/conformance';
import type { OpenTarget } from '../target-choice.js';
import { watchLostOutput } from './lost-output.js';

/** Default cleanup time of an interrupted run, in seconds. */
const defaultCleanupTimeout = 5;

/** The effect of termination signals on a command that runs scenarios. */
export interface Interruption {
  /** Aborted when no further steps must start. */
  readonly signal: AbortSignal;
  /** Registers a target to clean up before the process exits. */
  guard(target: Pick<OpenTarget, 'target' | 'cleanupTimeout'>): void;
}

/**
 * Runs a command that a signal or the loss of its output can interrupt. The first signal starts the cleanup; a second
 * one exits immediately. The exit code is 128 plus the signal number, or 4 after an incomplete cleanup.
 */
export async function runInterruptibly(act: (interruption: Interruption) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  let guarded: Parameters<Interruption['guard']>[0] | undefined;
  let code: number | undefined;
  const cut = (what: string): void => {
    if (guarded === undefined) {
      console.error(`${what}: nothing ran.`);
      process.exit(code);
    }
    console.error(`${what}: stopping and cleaning up ${guarded.target.name}.`);
    limitCleanUp(guarded);
    controller.abort();
  };
  const dispose = onSignal((signal) => {
    code = 128 + constants.signals[signal];
    cut(`Interrupted by ${signal}`);
  });
  // When a terminal closes, it sends a signal first, which is already handled.
  const listenNoMore = watchLostOutput(() => {
    if (!controller.signal.aborted) cut('Output lost');
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

/** Exits if the cleanup takes too long. The timer does not keep the process alive. */
function limitCleanUp({ target, cleanupTimeout = defaultCleanupTimeout }: Parameters<Interruption['guard']>[0]): void {
  AbortSignal.timeout(cleanupTimeout * 1000).addEventListener('abort', () => {
    console.error(`Cleanup took more than ${cleanupTimeout} seconds; some data may remain on ${target.name}.`);
    process.exit(exitCodes.cleanupIncomplete);
  });
}

/**
 * Calls `act` on the first termination signal. A second signal exits immediately.
 *
 * @returns a function that stops listening
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
