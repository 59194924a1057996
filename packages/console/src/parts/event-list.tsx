import type { ComponentChildren } from 'preact';
import { callControl } from '../api/call-control.js';
import type { JournalEntry } from '../api/types.js';
import { linkTo } from '../route.js';
import { InstantText } from './instant-text.js';
import { summarizeEntry } from './summarize-entry.js';

interface Journal {
  readonly entries: readonly JournalEntry[];
}

/**
 * Runs an action and reads the journal entries it creates.
 *
 * @returns the response and the new entries, except clock changes
 */
export async function runAndCollectEvents<Answer>(
  act: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly events: readonly JournalEntry[] }> {
  // The page can lag behind the server.
  const { entries: latest } = await callControl<Journal>('GET journal?last=1&summary=true');
  const before = latest.at(-1)?.seq ?? 0;
  const answer = await act();
  const { entries: all } = await callControl<Journal>(`GET journal?after=${before}&summary=true&limit=100`);
  return { answer, events: all.filter(({ type }) => type !== 'clock') };
}

/** Journal entries, one per line. */
export function EventList({ events }: { readonly events: readonly JournalEntry[] }) {
  return events.length === 0 ? null : (
    <ul>
      {events.map((entry) => {
        const { kind, text, mark } = summarizeEntry(entry);
        return (
          <li key={entry.seq}>
            <InstantText at={entry.at} /> <a href={linkTo(`traffic/${entry.seq}`)}>{`${kind} ${text}`}</a> {mark?.text}
          </li>
        );
      })}
    </ul>
  );
}

interface HappenedProps {
  readonly events: readonly JournalEntry[];
  /** Summary of the outcome. */
  readonly summary: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** The outcome of an action with its events. */
export function Happened({ events, summary, children }: HappenedProps) {
  return (
    <div class="happened" role="status">
      <p>{summary}</p>
      <EventList events={events} />
      {children}
    </div>
  );
}
