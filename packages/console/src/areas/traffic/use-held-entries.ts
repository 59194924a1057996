import { useState } from 'preact/hooks';
import { journalEntries } from '../../api/journal.js';
import type { JournalEntry } from '../../api/types.js';

interface HeldEntries {
  readonly shown: readonly JournalEntry[];
  /** Number of entries that are held back. */
  readonly newCount: number;
  readonly isPaused: boolean;
  /** True if entries are hidden by `clear`. */
  readonly isCleared: boolean;
  /** Holds new entries back while the pointer is on the list. */
  readonly hover: (isInside: boolean) => void;
  readonly pause: () => void;
  /** Shows the new entries. They follow again unless the pointer is on the list. */
  readonly release: () => void;
  /** Hides the present entries. */
  readonly clear: () => void;
  readonly showAll: () => void;
}

/** Holds the entries of a list, newest first, while somebody reads it, so that no row moves under the pointer. */
export function useHeldEntries(entries: readonly JournalEntry[]): HeldEntries {
  const [held, setHeld] = useState<{ readonly by: 'pointer' | 'pause'; readonly upTo: number }>();
  const [clearedUpTo, setCleared] = useState(0);
  const newest = () => journalEntries.at(-1)?.seq ?? 0;
  const kept = clearedUpTo === 0 ? entries : entries.filter(({ seq }) => seq > clearedUpTo);
  const shown = held === undefined ? kept : kept.filter(({ seq }) => seq <= held.upTo);
  return {
    shown,
    newCount: kept.length - shown.length,
    isPaused: held?.by === 'pause',
    isCleared: clearedUpTo > 0,
    hover: (isInside) => {
      if (held?.by === 'pause') return;
      setHeld(isInside ? { by: 'pointer', upTo: newest() } : undefined);
    },
    pause: () => setHeld({ by: 'pause', upTo: newest() }),
    release: () => setHeld(held?.by === 'pointer' ? { by: 'pointer', upTo: newest() } : undefined),
    clear: () => {
      setCleared(newest());
      setHeld(undefined);
    },
    showAll: () => setCleared(0),
  };
}
