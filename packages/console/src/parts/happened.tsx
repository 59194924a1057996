import { call } from '../api/call.js';
import { entries } from '../api/journal.js';
import type { JournalEntry } from '../api/types.js';
import { linkTo } from '../route.js';
import { Instant } from './instant.js';
import { summaryOf } from './summary.js';

/**
 * Does something and reads what the journal has to say since.
 *
 * @returns the answer, and what happened besides turns of the clock
 */
export async function watching<Answer>(
  act: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly events: readonly JournalEntry[] }> {
  const before = entries.at(-1)?.seq ?? 0;
  const answer = await act();
  const { entries: all } = await call<{ entries: JournalEntry[] }>(
    `GET journal?after=${before}&summary=true&limit=100`,
  );
  return { answer, events: all.filter(({ type }) => type !== 'clock') };
}

/** What happened, an entry a line. */
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
