import type { ComponentChildren } from 'preact';
import { isReadOnly } from '../api/server-info.js';
import { type ServerAction, useAction } from './use-action.js';

interface ActProps {
  readonly run: ServerAction;
  readonly kind?: 'primary' | 'danger' | 'plain';
  readonly label?: string;
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
}

/** A button for a server action; shows progress and errors. */
export function ActionButton({ run, kind = 'plain', label, disabled = false, children }: ActProps) {
  const [busy, go] = useAction(run);
  return (
    <button
      type="button"
      class={kind}
      aria-label={label}
      aria-busy={busy}
      disabled={busy || disabled || isReadOnly()}
      onClick={go}
    >
      {children}
    </button>
  );
}
