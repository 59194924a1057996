import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { say, sayError } from './notice.js';

interface ActProps {
  /** @returns what to say when it is done */
  // biome-ignore lint/suspicious/noConfusingVoidType: most have nothing to say
  readonly run: () => Promise<string | void>;
  readonly kind?: 'primary' | 'danger' | 'plain';
  readonly label?: string;
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
}

/** A button that does something at the server: it waits for the end, and says what went wrong. */
export function Act({ run, kind = 'plain', label, disabled = false, children }: ActProps) {
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    try {
      const done = await run();
      if (typeof done === 'string') say(done);
    } catch (error) {
      sayError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" class={kind} aria-label={label} aria-busy={busy} disabled={busy || disabled} onClick={go}>
      {children}
    </button>
  );
}
