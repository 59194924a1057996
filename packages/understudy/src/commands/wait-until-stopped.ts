import { watchLostOutput } from './lost-output.js';

/**
 * Waits for a termination signal such as Ctrl-C, or the loss of the output.
 *
 * @param withParent whether to also stop when standard input closes, which happens when the parent process exits
 */
export function waitUntilStopped(withParent = false): Promise<void> {
  return new Promise((stop) => {
    // Open standard input would keep the process alive.
    const resolve = () => {
      if (withParent) process.stdin.destroy();
      stop();
    };
    // The input must be read to detect its end.
    if (withParent) {
      // /dev/null ends without being closed.
      for (const event of ['end', 'close', 'error']) process.stdin.once(event, resolve);
      process.stdin.resume();
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
    watchLostOutput(resolve);
  });
}
