const listeners = new Set<() => void>();

/**
 * Calls `act` when standard output or standard error is lost because the reader has exited or the disk is full.
 *
 * @returns a function that stops listening
 */
export function watchLostOutput(act: () => void): () => void {
  listeners.add(act);
  return () => listeners.delete(act);
}

/**
 * Notifies the listeners that an output was lost.
 *
 * @returns whether a listener shuts the command down; if not, there is nothing to clean up
 */
export function notifyLostOutput(): boolean {
  for (const act of listeners) act();
  return listeners.size > 0;
}
