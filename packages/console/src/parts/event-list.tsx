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
  const { entries: all } = await callControl<Journal>(`GET journal?after=${before}&summary=true&limit=1000`);
  return { answer, events: all.filter(({ type }) => type !== 'clock') };
}

/** Maximum number of entries to show individually. More are counted by day and cause. */
const mostSingle = 12;

/** Journal entries, one per line. If there are many, equal effects are counted by day and cause. */
export function EventList({ events }: { readonly events: readonly JournalEntry[] }) {
  if (events.length === 0) return null;
  if (events.length <= mostSingle)
    return (
      <ul>
        {events.map((entry) => (
          <li key={entry.seq}>
            <InstantText at={entry.at} /> <Effect alike={[entry]} />
          </li>
        ))}
      </ul>
    );
  return (
    <ul>
      {groupBy(events, ({ at }) => at.slice(0, 10)).map(([day, ofDay]) => (
        <li key={day}>
          {day}
          <ul>
            {groupBy(ofDay, nameEffect).map(([name, alike]) => (
              <li key={name}>
                {alike.length} × <Effect alike={alike} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** A link to the first of several equal entries. */
function Effect({ alike }: { readonly alike: readonly JournalEntry[] }) {
  const [entry] = alike;
  if (entry === undefined) return null;
  const { kind, text, mark } = summarizeEntry(entry);
  // The text of a single transition ends with its state.
  const isTransition = entry.type === 'transition' && alike.length === 1;
  const shown = isTransition || entry.type !== 'transition' ? `${kind} ${text}` : `${kind} ${entry.api ?? ''}`;
  const { cause } = entry;
  return (
    <>
      <a href={linkTo(`traffic/${entry.seq}`)}>{shown}</a> {isTransition ? '' : mark?.text}
      {alike.length === 1 || cause === null ? null : (
        <>
          {' '}
          from <a href={linkTo(`traffic/${cause}`)}>#{cause}</a>
        </>
      )}
    </>
  );
}

/** Returns a grouping key for equal effects: kind, URL or API, outcome and cause. */
function nameEffect(entry: JournalEntry): string {
  const { kind, text, mark } = summarizeEntry(entry);
  return JSON.stringify([kind, entry.type === 'transition' ? entry.api : text, mark?.text, entry.cause]);
}

function groupBy(entries: readonly JournalEntry[], keyOf: (entry: JournalEntry) => string) {
  const groups = new Map<string, JournalEntry[]>();
  for (const entry of entries) groups.set(keyOf(entry), [...(groups.get(keyOf(entry)) ?? []), entry]);
  return [...groups];
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
