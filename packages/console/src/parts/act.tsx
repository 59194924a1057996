import type { ComponentChildren } from 'preact';
import { onlyReads } from '../api/info.js';
import { type Action, useAction } from './use-action.js';

interface ActProps {
  readonly run: Action;
  readonly kind?: 'primary' | 'danger' | 'plain';
  readonly label?: string;
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
}

/** A button for a server action; shows progress and errors. */
export function Act({ run, kind = 'plain', label, disabled = false, children }: ActProps) {
  const [busy, go] = useAction(run);
  return (
    <button
      type="button"
      class={kind}
      aria-label={label}
      aria-busy={busy}
      disabled={busy || disabled || onlyReads()}
      onClick={go}
    >
      {children}
    </button>
  );
}
