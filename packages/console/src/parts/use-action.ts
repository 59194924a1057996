import { useState } from 'preact/hooks';
import { say, sayError } from './notice.js';

/** Does something at the server. @returns what to say when it is done */
// biome-ignore lint/suspicious/noConfusingVoidType: most have nothing to say
export type Action = () => Promise<string | void>;

/** An action, and whether it is under way: its outcome is shown, and so is what went wrong. */
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
