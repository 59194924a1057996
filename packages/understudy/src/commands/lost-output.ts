const listeners = new Set<() => void>();

/**
 * Calls back when standard output or standard error takes nothing more: who read it is gone, or the disk is full.
 *
 * @returns what stops listening
 */
export function onLostOutput(act: () => void): () => void {
  listeners.add(act);
  return () => listeners.delete(act);
}

/**
 * Tells that an output was lost to whom it concerns.
 *
 * @returns whether somebody ends the command in good order; otherwise it has nothing to clean up
 */
export function tellLostOutput(): boolean {
  for (const act of listeners) act();
  return listeners.size > 0;
}
