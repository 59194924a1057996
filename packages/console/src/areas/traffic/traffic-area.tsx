import { useEffect, useMemo } from 'preact/hooks';
import { callControl } from '../../api/call-control.js';
import { isJournalLoaded, journalEntries, journalVersion } from '../../api/journal.js';
import type { JournalEntry } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { AreaHeading } from '../../parts/area-heading.js';
import { InstantText } from '../../parts/instant-text.js';
import { isTyping } from '../../parts/is-typing.js';
import { EmptyState, LoadingState } from '../../parts/load-states.js';
import { StatusTag } from '../../parts/status-tag.js';
import { summarizeEntry } from '../../parts/summarize-entry.js';
import { useIsNarrow } from '../../parts/use-is-narrow.js';
import { useSettled } from '../../parts/use-settled.js';
import { VirtualList } from '../../parts/virtual-list.js';
import { currentRoute, linkTo, navigateTo } from '../../route.js';
import { EntryDetails } from './entry-details.js';
import { type Filter, filterEntries, readFilter, toServerQuery } from './filter-entries.js';
import { Filters } from './filters.js';

/** Entries found by a search. */
const mostFound = 1000;

/** The live journal, newest first, and one exchange. */
export function TrafficArea() {
  const { parts, query } = currentRoute.value;
  const narrow = useIsNarrow();
  const time = journalVersion.value;
  const search = query.toString();
  const filter = useMemo(() => readFilter(new URLSearchParams(search)), [search]);
  const found = useSearch(filter);
  const isSearch = filter.text.trim() !== '';
  const shown = useMemo(
    () => filterEntries(isSearch ? (found.value ?? []) : journalEntries, filter),
    [time, filter, found.value],
  );
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
        <Filters shown={shown.length} filter={filter} isLoading={isLoading} />
        {isLoading ? (
          <LoadingState error={found.error} />
        ) : shown.length === 0 ? (
          <NothingYet />
        ) : (
          <VirtualList
            label="Journal, newest first"
            count={shown.length}
            rowHeight={narrow ? 56 : 36}
            chosen={chosen}
            onMove={move}
            keyOf={(index) => shown[index]?.seq ?? -1}
            row={(index) => <Row entry={shown[index]} isChosen={index === chosen} />}
          />
        )}
      </section>
      {seq === 0 ? null : <EntryDetails seq={seq} />}
    </div>
  );
}

/** Searches the journal of the server, with bodies and headers, once typing pauses. */
function useSearch(filter: Filter) {
  const text = filter.text.trim();
  const settled = useSettled(text, 200);
  const query = toServerQuery({ ...filter, text: settled });
  const key =
    text === '' || settled === '' ? undefined : `journal?${query}&summary=true&durations=true&last=${mostFound}`;
  return useLoad(key, async (path) => (await callControl<{ entries: JournalEntry[] }>(`GET ${path}`)).entries);
}

function Row({ entry, isChosen }: { readonly entry: JournalEntry | undefined; readonly isChosen: boolean }) {
  if (entry === undefined) return null;
  const { kind, text, aside, mark } = summarizeEntry(entry);
  const { durationMilliseconds: duration } = entry;
  return (
    <a
      class={entry.cause === null ? 'row' : 'row caused'}
      href={linkTo(`traffic/${entry.seq}`, currentRoute.value.query)}
      aria-current={isChosen ? 'true' : undefined}
    >
      <InstantText at={entry.at} />
      <span class="row-kind">{kind}</span>
      <span class="row-text">{text}</span>
      <span class="row-aside" title={aside}>
        {aside}
      </span>
      <span class="row-mark">{mark === undefined ? null : <StatusTag tone={mark.tone}>{mark.text}</StatusTag>}</span>
      <span class="row-time">{duration === undefined ? '' : `${Math.max(1, Math.round(duration))} ms`}</span>
    </a>
  );
}

function NothingYet() {
  return journalEntries.length > 0 ? (
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
