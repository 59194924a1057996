import { useState } from 'preact/hooks';
import { showError, showNotice } from './notice-list.js';

/** A server action. @returns the success message */
// biome-ignore lint/suspicious/noConfusingVoidType: most actions return no message
export type ServerAction = () => Promise<string | void>;

/** Runs an action, tracks its progress and shows its outcome. */
export function useAction(action: ServerAction): readonly [busy: boolean, go: () => Promise<void>, error: unknown] {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const go = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const done = await action();
      if (typeof done === 'string') showNotice(done);
    } catch (error) {
      setFailure(error);
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return [busy, go, failure];
}
