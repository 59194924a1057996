import { useState } from 'preact/hooks';
import { say, sayError } from './notice.js';

/** A server action. @returns the success message */
// biome-ignore lint/suspicious/noConfusingVoidType: most actions return no message
export type Action = () => Promise<string | void>;

/** Runs an action, tracks its progress and shows its outcome. */
export function useAction(action: Action): readonly [busy: boolean, go: () => Promise<void>] {
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    try {
      const done = await action();
      if (typeof done === 'string') say(done);
    } catch (error) {
      sayError(error);
    } finally {
      setBusy(false);
    }
  };
  return [busy, go];
}
