import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { isReadOnly } from '../api/server-info.js';
import { showError, showNotice } from './notice-list.js';
import { type ServerAction, useAction } from './use-action.js';

interface ActProps {
  readonly run: ServerAction;
  readonly kind?: 'primary' | 'danger' | 'plain';
  readonly label?: string;
  readonly disabled?: boolean;
  /** True if it needs a second click, because it cannot be undone. */
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

/** Copies text to the clipboard. */
export function CopyButton({ text, children }: Readonly<{ text: string | (() => Promise<string>); children: string }>) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
      showNotice('Copied.');
    } catch (error) {
      showNotice(error instanceof Error ? `Could not copy: ${error.message}` : 'Could not copy.', true);
    }
  };
  return (
    <button type="button" onClick={copy}>
      {children}
    </button>
  );
}

interface DownloadProps {
  readonly name: string;
  readonly text: () => Promise<string>;
  readonly children: string;
}

/** Downloads text as a file. A plain link could not send the headers that the control plane requires. */
export function Download({ name, text, children }: DownloadProps) {
  const save = async () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([await text()]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    showNotice(`Saved ${name}.`);
  };
  return (
    <button type="button" onClick={() => save().catch(showError)}>
      {children}
    </button>
  );
}
