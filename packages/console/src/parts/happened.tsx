import { call } from '../api/call.js';
import type { JournalEntry } from '../api/types.js';
import { linkTo } from '../route.js';
import { Instant } from './instant.js';
import { summaryOf } from './summary.js';

interface Journal {
  readonly entries: readonly JournalEntry[];
}

/**
 * Runs an action and reads the journal entries it creates.
 *
 * @returns the response and the new entries, except clock changes
 */
export async function watching<Answer>(
  act: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly events: readonly JournalEntry[] }> {
  // The page can lag behind the server.
  const { entries: latest } = await call<Journal>('GET journal?last=1&summary=true');
  const before = latest.at(-1)?.seq ?? 0;
  const answer = await act();
  const { entries: all } = await call<Journal>(`GET journal?after=${before}&summary=true&limit=100`);
  return { answer, events: all.filter(({ type }) => type !== 'clock') };
}

/** Journal entries, one per line. */
export function Happened({ events }: { readonly events: readonly JournalEntry[] }) {
  return events.length === 0 ? null : (
    <ul>
      {events.map((entry) => {
        const { kind, text, mark } = summaryOf(entry);
        return (
          <li key={entry.seq}>
            <Instant at={entry.at} /> <a href={linkTo(`traffic/${entry.seq}`)}>{`${kind} ${text}`}</a> {mark?.text}
          </li>
        );
      })}
    </ul>
  );
}
