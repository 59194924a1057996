import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { isReadOnly } from '../api/server-info.js';
import { type ServerAction, useAction } from './use-action.js';

interface ActProps {
  readonly run: ServerAction;
  readonly kind?: 'primary' | 'danger' | 'plain';
  readonly label?: string;
  readonly disabled?: boolean;
  /** Whether it needs a second click, because it cannot be undone. */
  readonly asks?: boolean;
  readonly children: ComponentChildren;
}

/** A button for a server action; shows progress and errors. Read-only tokens do not see it. */
export function ActionButton({ run, kind = 'plain', label, disabled = false, asks = false, children }: ActProps) {
  const [busy, go] = useAction(run);
  const [isArmed, setArmed] = useState(false);
  if (isReadOnly()) return null;
  const click = async () => {
    setArmed(asks && !isArmed);
    if (!asks || isArmed) await go();
  };
  return (
    <button
      type="button"
      class={kind}
      aria-label={isArmed ? `Confirm: ${label ?? children}` : label}
      aria-busy={busy}
      disabled={busy || disabled}
      onClick={click}
      onBlur={() => setArmed(false)}
    >
      {isArmed ? 'Click again to confirm' : children}
    </button>
  );
}
