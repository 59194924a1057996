import { onLostOutput } from './lost-output.js';

/**
 * Waits for Ctrl-C, another signal that asks to stop, or the loss of the output.
 *
 * @param withParent also ends when standard input closes, as it does when the process that started this one ends
 */
export function untilStopped(withParent = false): Promise<void> {
  return new Promise((stop) => {
    // Standard input that is still open would keep the process alive.
    const resolve = () => {
      if (withParent) process.stdin.destroy();
      stop();
    };
    // What comes in is of no interest, but has to be read for its end to be seen.
    if (withParent) {
      // /dev/null ends without being closed.
      for (const event of ['end', 'close', 'error']) process.stdin.once(event, resolve);
      process.stdin.resume();
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
    onLostOutput(resolve);
  });
}
