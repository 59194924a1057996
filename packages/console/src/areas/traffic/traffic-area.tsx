import { useMemo } from 'preact/hooks';
import { isJournalLoaded, journalEntries, journalVersion } from '../../api/journal.js';
import type { JournalEntry } from '../../api/types.js';
import { AreaHeading } from '../../parts/area-heading.js';
import { InstantText } from '../../parts/instant-text.js';
import { EmptyState, LoadingState } from '../../parts/load-states.js';
import { SelectInput, TextInput } from '../../parts/server-action-form.js';
import { StatusTag } from '../../parts/status-tag.js';
import { summarizeEntry } from '../../parts/summarize-entry.js';
import { useIsNarrow } from '../../parts/use-is-narrow.js';
import { VirtualList } from '../../parts/virtual-list.js';
import { currentRoute, linkTo, navigateTo } from '../../route.js';
import { EntryDetails } from './entry-details.js';
import { filterEntries, kindOptions, readFilter, statusOptions } from './filter-entries.js';

/** The live journal, newest first, and one exchange. */
export function TrafficArea() {
  const { parts, query } = currentRoute.value;
  const narrow = useIsNarrow();
  const time = journalVersion.value;
  const search = query.toString();
  const shown = useMemo(() => filterEntries(journalEntries, readFilter(new URLSearchParams(search))), [time, search]);
  const seq = Number(parts[0] ?? 0);
  const chosen = seq === 0 ? -1 : shown.findIndex((entry) => entry.seq === seq);
  const move = (step: number) => {
    const next = shown[Math.min(shown.length - 1, Math.max(0, chosen + step))];
    if (next !== undefined) navigateTo(linkTo(`traffic/${next.seq}`, query), true);
  };
  return (
    <div class={seq === 0 ? 'traffic' : 'traffic split'}>
      <section class="traffic-list" aria-label="Traffic">
        <AreaHeading title="Traffic" about="Live activity of this sandbox." />
        <Filters shown={shown.length} />
        {shown.length === 0 ? (
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

function Row({ entry, isChosen }: { readonly entry: JournalEntry | undefined; readonly isChosen: boolean }) {
  if (entry === undefined) return null;
  const { kind, text, aside, mark } = summarizeEntry(entry);
  return (
    <a
      class={entry.cause === null ? 'row' : 'row caused'}
      href={linkTo(`traffic/${entry.seq}`, currentRoute.value.query)}
      aria-current={isChosen ? 'true' : undefined}
    >
      <InstantText at={entry.at} />
      <span class="row-kind">{kind}</span>
      <span class="row-text">{text}</span>
      <span class="row-aside">{aside}</span>
      <span class="row-mark">{mark === undefined ? null : <StatusTag tone={mark.tone}>{mark.text}</StatusTag>}</span>
    </a>
  );
}

function Filters({ shown }: { readonly shown: number }) {
  const { query, parts } = currentRoute.value;
  const time = journalVersion.value;
  const known = useMemo(() => ({ apis: all('api'), operations: all('operationId'), tenants: all('tenantId') }), [time]);
  const filter = readFilter(query);
  const set = (name: string) => (value: string) => {
    const next = new URLSearchParams(query);
    next.set(name, value);
    navigateTo(linkTo(parts[0] === undefined ? 'traffic' : `traffic/${parts[0]}`, next), true);
  };
  return (
    <search class="filters" aria-label="Filter traffic">
      <TextInput
        type="search"
        label="Search"
        placeholder="Search paths, ids, reasons"
        value={filter.text}
        onChange={set('text')}
      />
      <SelectInput label="Kind" value={filter.kind} onChange={set('kind')} options={kindOptions} />
      <SelectInput label="API" value={filter.api} onChange={set('api')} options={[['', 'All APIs'], ...known.apis]} />
      <SelectInput
        label="Operation"
        value={filter.operation}
        onChange={set('operation')}
        options={[['', 'Operations'], ...known.operations]}
      />
      <SelectInput
        label="Tenant"
        value={filter.tenant}
        onChange={set('tenant')}
        options={[['', 'Tenants'], ...known.tenants]}
      />
      <SelectInput label="Outcome" value={filter.status} onChange={set('status')} options={statusOptions} />
      <span class="count" role="status">
        {shown === journalEntries.length ? `${shown} entries` : `${shown} of ${journalEntries.length}`}
      </span>
    </search>
  );
}

function all(member: 'api' | 'operationId' | 'tenantId'): string[] {
  const found = new Set<string>();
  for (const entry of journalEntries) {
    const value = entry[member];
    if (value !== undefined && value !== '') found.add(value);
  }
  return [...found].sort();
}

function NothingYet() {
  if (!isJournalLoaded.value) return <LoadingState error={undefined} />;
  return journalEntries.length > 0 ? (
    <EmptyState title="No matching entries">
      <a href={linkTo('traffic')}>Clear filter</a>
    </EmptyState>
  ) : (
    <EmptyState title="No requests yet">
      Connect a client to one of the addresses in <a href={linkTo('sandboxes')}>Sandboxes</a>, or trigger an action in{' '}
      <a href={linkTo('simulate')}>Simulate</a>.
    </EmptyState>
  );
}
