import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { callControl } from '../../api/call-control.js';
import { isJournalLoaded, journalEntries, journalVersion } from '../../api/journal.js';
import type { JournalEntry } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { InstantText } from '../../parts/instant-text.js';
import { isTyping } from '../../parts/is-typing.js';
import { EmptyState, LoadingState } from '../../parts/load-states.js';
import { AreaHeading } from '../../parts/panel.js';
import { StatusTag } from '../../parts/status-tag.js';
import { summarizeEntry } from '../../parts/summarize-entry.js';
import { useSettled } from '../../parts/use-settled.js';
import { VirtualList } from '../../parts/virtual-list.js';
import { currentRoute, linkTo, navigateTo } from '../../route.js';
import { EntryDetails } from './entry-details.js';
import { type Filter, filterEntries, parseSearch, readFilter, toServerQuery } from './filter-entries.js';
import { Filters } from './filters.js';

/** Entries found by a search. */
const mostFound = 1000;

/** The live journal, newest first, and one exchange. */
export function TrafficArea() {
  const { parts, query } = currentRoute.value;
  const narrow = useIsNarrow();
  const time = journalVersion.value;
  const search = query.toString();
  const filter = useMemo(() => parseSearch(readFilter(new URLSearchParams(search))), [search]);
  const found = useSearch(filter);
  const isSearch = filter.text !== '';
  const matching = useMemo(
    () => filterEntries(isSearch ? (found.value ?? []) : journalEntries, filter),
    [time, filter, found.value],
  );
  const held = useHeldEntries(matching);
  const { shown } = held;
  const seq = Number(parts[0] ?? 0);
  const chosen = seq === 0 ? -1 : shown.findIndex((entry) => entry.seq === seq);
  const move = (step: number) => {
    const next = shown[Math.min(shown.length - 1, Math.max(0, chosen + step))];
    if (next !== undefined) navigateTo(linkTo(`traffic/${next.seq}`, query), true);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = { j: 1, k: -1 }[event.key];
      const isSearched = event.target instanceof HTMLInputElement && event.target.type === 'search';
      if (event.key === 'Enter' && isSearched) event.target.blur();
      if (isTyping(event) || event.defaultPrevented) return;
      if (step !== undefined) move(step);
      else if (event.key === 'Escape' && seq !== 0) navigateTo(linkTo('traffic', query));
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  const isLoading = isSearch ? found.value === undefined : !isJournalLoaded.value;
  return (
    <div class={seq === 0 ? 'traffic' : 'traffic split'}>
      <section class="traffic-list" aria-label="Traffic">
        <AreaHeading title="Traffic" about="Live activity of this sandbox." />
        <Filters
          shown={shown.length}
          filter={readFilter(new URLSearchParams(search))}
          isLoading={isLoading || (isSearch && found.isSearching)}
          isLimited={isSearch && found.value?.length === mostFound}
          oldest={shown.at(-1)?.seq}
        />
        <div class="held" onPointerEnter={() => held.hover(true)} onPointerLeave={() => held.hover(false)}>
          <HoldButtons {...held} />
          {isLoading ? (
            <LoadingState error={found.error} />
          ) : shown.length === 0 ? (
            <NothingYet isCleared={held.isCleared} showAll={held.showAll} />
          ) : (
            <VirtualList
              label="Journal, newest first"
              count={shown.length}
              rowHeight={narrow ? 56 : 36}
              chosen={chosen}
              onMove={move}
              keyOf={(index) => shown[index]?.seq ?? -1}
              row={(index) => (
                <Row
                  entry={shown[index]}
                  isChosen={index === chosen}
                  searched={filter.text}
                  isNewDay={shown[index]?.at.slice(0, 10) !== (shown[index - 1] ?? shown[index])?.at.slice(0, 10)}
                />
              )}
            />
          )}
        </div>
      </section>
      {seq === 0 ? null : <EntryDetails seq={seq} />}
    </div>
  );
}

/**
 * Searches the server's journal, including bodies and headers, after a pause in typing. Shows the previous matches
 * until then.
 */
function useSearch(filter: Filter) {
  const { text } = filter;
  const settled = useSettled(text, 200);
  const query = toServerQuery({ ...filter, text: settled });
  const key =
    text === '' || settled === '' ? undefined : `journal?${query}&summary=true&durations=true&last=${mostFound}`;
  const load = useLoad(key, async (path) => (await callControl<{ entries: JournalEntry[] }>(`GET ${path}`)).entries);
  const former = useRef<readonly JournalEntry[] | undefined>(undefined);
  if (load.value !== undefined) former.current = load.value;
  else if (text === '' || load.error !== undefined) former.current = undefined;
  return { value: former.current, error: load.error, isSearching: load.value === undefined };
}

function HoldButtons({
  newCount,
  isPaused,
  isCleared,
  pause,
  release,
  clear,
  showAll,
}: ReturnType<typeof useHeldEntries>) {
  return (
    <div class="bar hold">
      <button type="button" aria-pressed={isPaused} onClick={isPaused ? release : pause}>
        {isPaused ? 'Resume' : 'Pause'}
      </button>
      <button type="button" onClick={clear}>
        Clear list
      </button>
      {isCleared ? (
        <button type="button" onClick={showAll}>
          Show cleared entries
        </button>
      ) : null}
      {newCount === 0 ? null : (
        <button type="button" class="primary" onClick={release}>
          {newCount} new
        </button>
      )}
    </div>
  );
}

interface RowProps {
  readonly entry: JournalEntry | undefined;
  readonly isChosen: boolean;
  /** The text that was searched for. */
  readonly searched: string;
  /** True if the entry above is from a different day. */
  readonly isNewDay: boolean;
}

function Row({ entry, isChosen, searched, isNewDay }: RowProps) {
  if (entry === undefined) return null;
  const { kind, text, aside, mark } = summarizeEntry(entry);
  const { durationMilliseconds: duration } = entry;
  return (
    <a
      class={`row${entry.cause === null ? '' : ' caused'}${isNewDay ? ' new-day' : ''}`}
      href={linkTo(`traffic/${entry.seq}`, currentRoute.value.query)}
      aria-current={isChosen ? 'true' : undefined}
    >
      <span class="row-at">
        {isNewDay ? <span class="row-day">{entry.at.slice(0, 10)}</span> : null}
        <InstantText at={entry.at} />
      </span>
      <span class="row-kind">{kind}</span>
      <span class="row-text">
        <Marked text={text} searched={searched} />
      </span>
      <span class="row-aside" title={aside}>
        {aside}
      </span>
      <span class="row-mark">{mark === undefined ? null : <StatusTag tone={mark.tone}>{mark.text}</StatusTag>}</span>
      <span class="row-time">{duration === undefined ? '' : `${Math.max(1, Math.round(duration))} ms`}</span>
    </a>
  );
}

/** A text with its matches highlighted. */
function Marked({ text, searched }: { readonly text: string; readonly searched: string }) {
  const at = searched === '' ? -1 : text.toLowerCase().indexOf(searched.toLowerCase());
  if (at === -1) return <>{text}</>;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + searched.length)}</mark>
      {text.slice(at + searched.length)}
    </>
  );
}

function NothingYet({ isCleared, showAll }: { readonly isCleared: boolean; readonly showAll: () => void }) {
  return isCleared ? (
    <EmptyState title="No new entries">
      <button type="button" onClick={showAll}>
        Show all entries
      </button>
    </EmptyState>
  ) : journalEntries.length > 0 ? (
    <EmptyState title="No matching entries">
      <a href={linkTo('traffic')}>Clear filter</a>
    </EmptyState>
  ) : (
    <EmptyState title="No requests yet">
      Paste the first request from <a href={linkTo('overview')}>Overview</a> into a terminal, or run an action in{' '}
      <a href={linkTo('simulate')}>Simulate</a>.
    </EmptyState>
  );
}

const narrow = matchMedia('(max-width: 720px)');

/** Returns whether the page is as narrow as a phone. */
function useIsNarrow(): boolean {
  const [is, setIs] = useState(narrow.matches);
  useEffect(() => {
    const look = () => setIs(narrow.matches);
    narrow.addEventListener('change', look);
    return () => narrow.removeEventListener('change', look);
  }, []);
  return is;
}

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
  /** Shows the new entries. Later entries appear immediately unless the pointer is on the list. */
  readonly release: () => void;
  /** Hides the current entries. */
  readonly clear: () => void;
  readonly showAll: () => void;
}

/** Holds back new entries while the user reads the list, so that no row moves under the pointer. */
function useHeldEntries(entries: readonly JournalEntry[]): HeldEntries {
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
